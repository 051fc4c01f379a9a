import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages,tools}/**/*.test.{ts,tsx}'],
    // they have a run of their own
    exclude: [...configDefaults.exclude, 'tools/install-tests/**'],
    globalSetup: ['apps/server/src/platform/db/vitest.global.ts'],
    // two cores, and each worker may have a server and a database of its own
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
