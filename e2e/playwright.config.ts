import { chromiumLaunch } from '@atalaia/fixtures/chromium-launch';
import { defineConfig } from '@playwright/test';

/** Journeys in the system's Chromium against the real server; two at a time, each with a server of its own and trackers sending real bytes. */
export default defineConfig({
  testDir: './journeys',
  testMatch: '*.spec.ts',
  workers: 2,
  // A rich journey takes 30 s on a quiet machine, and three times that beside other work.
  timeout: 180_000,
  // A machine that is busy with something else may miss a deadline once; a defect misses it again (and a journey that passed so is named as flaky).
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? [['list'], ['json', { outputFile: 'test-results/journeys.json' }]] : [['list']],
  outputDir: 'test-results/artifacts',
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Fortaleza',
    viewport: { width: 1366, height: 768 },
    trace: 'retain-on-failure',
    launchOptions: chromiumLaunch,
  },
});
