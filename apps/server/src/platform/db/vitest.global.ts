/** Vitest's global setup: test databases for the whole run, and their end. */
export { serveTestDatabases as setup } from './test-databases.ts';
