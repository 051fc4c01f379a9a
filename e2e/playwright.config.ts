import { chromiumWithoutGraphics } from '@atalaia/fixtures/chromium-launch';
import { defineConfig } from '@playwright/test';

/** Journeys in the system's Chromium against the real server; three at a time, each with a server of its own and trackers sending real bytes. */
export default defineConfig({
  testDir: './journeys',
  testMatch: '*.spec.ts',
  // one more than there are cores: each waits for a quarter of its time
  workers: 3,
  // The longest journey takes 30 s on a quiet machine, and five times that beside other work.
  timeout: 150_000,
  // A machine that is busy with something else may miss a deadline once; a defect misses it again (and a journey that passed so is named as flaky).
  retries: 1,
  expect: { timeout: 15_000 },
  reporter: process.env.CI ? [['list'], ['json', { outputFile: 'test-results/journeys.json' }]] : [['list']],
  outputDir: 'test-results/artifacts',
  use: {
    // the app's worker answers before a journey's own routes do: only its journeys have it
    serviceWorkers: 'block',
    locale: 'pt-BR',
    timezoneId: 'America/Fortaleza',
    viewport: { width: 1366, height: 768 },
    // drawing what only moves takes a quarter of the processor's time: the journeys of the map and of a phone have it
    contextOptions: { reducedMotion: 'reduce' },
    // What never becomes clickable is named long before the journey's own time ends.
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // recording costs each journey a fifth of its time
    trace: 'on-first-retry',
    launchOptions: chromiumWithoutGraphics,
  },
});
