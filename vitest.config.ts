import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages,tools}/**/*.test.{ts,tsx}'],
    // they have runs of their own
    exclude: [...configDefaults.exclude, 'tools/install-tests/**', 'tools/cluster/**'],
    globalSetup: ['apps/server/src/platform/db/vitest.global.ts'],
    // two cores, and each worker may have a server and a database of its own
    maxWorkers: 2,
    // a file takes away what it set up, so that a worker reads the product's modules once and not once a file
    isolate: false,
    // a busy machine is slow: a state that never comes is a failure, one that comes late is none
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 20_000,
    // as with the journeys: a busy machine misses a deadline once, a defect misses it again; the run names what it tried again
    retry: 1,
    hookTimeout: 30_000,
  },
});
