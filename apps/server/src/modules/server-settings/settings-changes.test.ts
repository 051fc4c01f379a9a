/** One process changes the server's settings; the ingest of another one uses them. */
import type { Pool, QueryConfig } from 'pg';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createSettingsWatch } from '../../ingest/ingest-settings.ts';
import { linkDatabase } from '../../ingest/testing/database-link.ts';
import { createInProcessBus } from '../../platform/bus/bus.ts';
import { createChangeReader } from '../../queries/changes/change-reader.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, database } = await createTestApp();
const { token } = await world.administrator();
const log = pino({ level: 'silent' });

test('[SCALE-03] settings hold in the ingest of every process, also when one could not read them at first', async () => {
  const link = await linkDatabase(database);
  const bus = createInProcessBus(() => undefined);
  const { pool } = link.database;
  const parts = { bus, log, published: new Set<number>(), onExpired: () => undefined, everyMs: 20 };
  const reader = createChangeReader({ ...parts, pool: database.pool });
  const watch = createSettingsWatch(pool, bus, log);
  await reader.start();
  await watch.start();
  const setTimeoutOf = (statusTimeoutSeconds: number) =>
    ask('PUT', '/api/server', { token, body: { attributes: { statusTimeoutSeconds } } });
  try {
    await setTimeoutOf(77);
    await vi.waitFor(() => expect(watch.current().statusTimeoutMs).toBe(77_000), { timeout: 10_000 });
    link.cut();
    await setTimeoutOf(88);
    await vi.waitFor(async () => expect(await reader.isCurrent()).toBe(true));
    await link.mend();
    await vi.waitFor(() => expect(watch.current().statusTimeoutMs).toBe(88_000), { timeout: 20_000 });
  } finally {
    watch.stop();
    await reader.stop();
    await link.close();
  }
});

test('[SCALE-03] settings that could not be read when they changed are read again by themselves', async () => {
  let failures = 0;
  const query = (question: QueryConfig) => {
    if (failures === 0) return database.pool.query(question);
    failures -= 1;
    return Promise.reject(new Error('away'));
  };
  const bus = createInProcessBus(() => undefined);
  const watch = createSettingsWatch({ query } as Pick<Pool, 'query'>, bus, log);
  await watch.start();
  try {
    const body = { attributes: { statusTimeoutSeconds: 99 } };
    await ask('PUT', '/api/server', { token, body });
    failures = 2;
    bus.publish('serverSettings', {});
    await vi.waitFor(() => expect(watch.current().statusTimeoutMs).toBe(99_000), { timeout: 19_000 });
    expect(failures).toBe(0);
  } finally {
    watch.stop();
  }
});
