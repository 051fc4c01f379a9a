import { defineConfig } from 'vitest/config';

/** Apart from the other tests: many processes of an installation, which are stopped and killed. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['src/**/*.test.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
