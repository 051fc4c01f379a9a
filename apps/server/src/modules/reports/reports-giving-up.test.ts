import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { storePositions } from '../../testing/stored-positions.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { app, ask, world, pool, services, logLines } = await createTestApp();
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const person = await world.person();
const device = await world.device();
await world.link(person.id, { device });

/** Queries of reports that wait for a table: long ones, without the rows that would make them so. */
async function waitingQueries(): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'`,
  );
  return rowCount ?? 0;
}

test('[REP-08] a report that is given up ends its query, and nobody is told of a failure', async () => {
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE positions IN ACCESS EXCLUSIVE MODE');
    for (const kind of ['trips', 'route', 'summary/xlsx']) {
      const path = `/api/reports/${kind}?deviceId=${device}&from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z`;
      const request = get({
        host: '127.0.0.1',
        port,
        path,
        headers: { authorization: `Bearer ${person.token}` },
      });
      request.on('error', () => undefined);
      // the first report waits for its thread to start
      await expect.poll(waitingQueries, { timeout: 20_000 }).toBe(1);
      request.destroy();
      // the table is still held: nothing but giving up ends the wait
      await expect.poll(waitingQueries, { timeout: 5_000 }).toBe(0);
    }
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  const response = await fetch(
    `http://127.0.0.1:${port}/api/reports/trips?deviceId=${device}&from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z`,
    { headers: { authorization: `Bearer ${person.token}` } },
  );
  expect([response.status, await response.json()]).toEqual([200, []]);
});

test('[REP-08] reports that are given up half-way make place for others', async () => {
  await pool.query(
    `CREATE TABLE positions_test PARTITION OF positions FOR VALUES FROM ('2026-05-01') TO ('2026-07-01')`,
  );
  const timesMs = Array.from({ length: 3_000 }, (_, second) => Date.UTC(2026, 5, 1) + second * 1000);
  const long = { deviceId: device, attributes: { text: 'x'.repeat(300) } };
  await storePositions(
    pool,
    timesMs.map((timeMs) => ({ ...long, timeMs, latitude: Math.sin(timeMs), longitude: Math.cos(timeMs) })),
  );
  const made = vi.spyOn(services.reports, 'make');
  const path = `/api/reports/route?deviceId=${device}&from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z`;
  expect((await ask('GET', path, { token: person.token })).body).toHaveLength(timesMs.length);
  const [caller, kind, query] = made.mock.lastCall ?? [];
  made.mockRestore();
  // so many are made at once, and one more
  for (const isZipped of [false, true, false, true]) {
    const form = { format: 'json', isZipped } as const;
    const pieces = services.reports.make(caller!, kind!, query!, form, new AbortController().signal);
    expect((await pieces.next()).done).toBe(false);
    await pieces.return(undefined);
  }
  expect(logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
