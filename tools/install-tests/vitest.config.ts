import { defineConfig } from 'vitest/config';

/** Apart from the other tests: they install, build and start whole copies, each file copies of its own. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['../../apps/server/src/platform/db/vitest.global.ts'],
    maxWorkers: 2,
    // as the other tests: a deadline missed once on a busy machine is named, a defect misses it again
    retry: 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
