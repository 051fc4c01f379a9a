import { defineConfig } from '@playwright/test';

const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Journeys in the system's Chromium against the real server; one at a time, each with trackers sending real bytes. */
export default defineConfig({
  testDir: './journeys',
  testMatch: '*.spec.ts',
  workers: 1,
  timeout: 90_000,
  // A machine that is busy with something else may miss a deadline once; a defect misses it again.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? [['list'], ['json', { outputFile: 'test-results/journeys.json' }]] : [['list']],
  outputDir: 'test-results/artifacts',
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Fortaleza',
    viewport: { width: 1366, height: 768 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromiumPath,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    },
  },
});
