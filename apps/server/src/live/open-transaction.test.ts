/**
 * A transaction that stays open beside others that overtake it: whoever reads what came since his last look misses nothing
 * of it. Half a second here; 30 s in `npm run test:long`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { readQueuedSince } from '../modules/commands/sent-commands-queries.ts';
import { eventFragments } from '../modules/events/events-presenter.ts';
import { createInProcessBus } from '../platform/bus/bus.ts';
import { createTestDatabase } from '../platform/db/test-database.ts';
import { createChangeReader } from '../queries/changes/change-reader.ts';
import { missedEventsFrom } from './missed-events.ts';

const openMs = Number(process.env.OPEN_TRANSACTION_MS ?? 500);
const everyMs = 25;

const database = await createTestDatabase();
const { pool, kysely } = database;
const bus = createInProcessBus(() => undefined);
const reader = createChangeReader({
  ...{ pool, bus, everyMs, published: new Set<number>() },
  log: { warn: () => undefined, info: () => undefined },
  onExpired: () => undefined,
});
afterAll(async () => {
  await reader.stop();
  await database.drop();
});

/** An event, a change and a command, of a device. */
async function storeOf(deviceId: number, client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await client.query(
    `INSERT INTO events (device_id, type, event_time, server_time) VALUES ($1, 'alarm', now(), now()) RETURNING id`,
    [deviceId],
  );
  await client.query(`INSERT INTO changes (topic, message) VALUES ('visibility', $1)`, [
    JSON.stringify({ userIds: [deviceId] }),
  ]);
  await client.query(
    `INSERT INTO sent_commands (device_id, type, expires_at) VALUES ($1, 'getVersion', now() + interval '1 hour')`,
    [deviceId],
  );
  return rows[0].id;
}

test(
  '[SCALE-02] an event, a change and a command of a transaction that was open for long beside others are not missed',
  async () => {
    await pool.query(`INSERT INTO devices (unique_id, name) VALUES ('1', 'late'), ('2', 'others')`);
    const changed: number[] = [];
    bus.subscribe('visibility', ({ userIds }) => changed.push(...(userIds === 'all' ? [] : userIds)));
    await reader.start();
    let queued = await readQueuedSince(kysely, undefined);
    const look = async () => {
      queued = await readQueuedSince(kysely, queued.since);
      return queued.deviceIds;
    };

    const late = await pool.connect();
    await late.query('BEGIN');
    const eventId = await storeOf(1, late);
    for (const startMs = performance.now(); performance.now() - startMs < openMs; await sleep(everyMs)) {
      await storeOf(2, pool);
      expect(await look()).not.toContain(1);
    }
    await expect.poll(() => changed).toContain(2);
    expect(changed).not.toContain(1);
    // as the live channel tells a client how far it has heard
    const since = reader.oldestOpen();
    await late.query('COMMIT');
    late.release();

    expect(await look()).toContain(1);
    await expect.poll(() => changed).toContain(1);
    const missed = missedEventsFrom(pool, (audience, ids) => eventFragments(kysely, ids, audience));
    const idsOf = async (gap: { gapMs: number; since?: string }) =>
      (await missed([1], gap)).map(({ json }) => JSON.parse(json).id);
    expect(await idsOf({ gapMs: 1000, since })).toEqual([eventId]);
    // it is older than any margin on the time of its arrival
    if (openMs >= 30_000) expect(await idsOf({ gapMs: 1000 })).toEqual([]);
    await sleep(10 * everyMs);
    expect(changed.filter((id) => id === 1)).toHaveLength(1);
  },
  openMs + 60_000,
);
