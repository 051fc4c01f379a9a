import { expect, test } from 'vitest';
import { storePositions } from '../../testing/stored-positions.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, pool } = await createTestApp();
await pool.query(
  `CREATE TABLE positions_test PARTITION OF positions FOR VALUES FROM ('2026-05-01') TO ('2026-07-01')`,
);
const person = await world.person();
const device = await world.device();
await world.link(person.id, { device });
const beganMs = Date.UTC(2026, 5, 1, 12);

// stands in Fortaleza, drives ten minutes, stands on
await storePositions(
  pool,
  Array.from({ length: 31 }, (_, minute) => {
    const drives = minute >= 6 && minute < 16;
    const driven = Math.min(Math.max(minute - 6, 0), 10);
    return {
      deviceId: device,
      timeMs: beganMs + minute * 60_000,
      latitude: -3.7275 + (driven * 500) / 111_195,
      longitude: -38.5275,
      speedKnots: drives ? 16.2 : 0,
      motion: drives,
      ignition: drives,
      odometerMetres: 10_000 + driven * 500,
    };
  }),
);

test('[ING-06] [REP-05] where a trip ended and where a vehicle stood is told though its position has no address yet', async () => {
  const query = `deviceId=${device}&from=2026-06-01T12:00:00Z&to=2026-06-01T13:00:00Z`;
  const report = async (kind: string) =>
    (await ask('GET', `/api/reports/${kind}?${query}`, { token: person.token })).body;
  const { rows } = await pool.query('SELECT DISTINCT address FROM positions');
  expect(rows).toEqual([{ address: null }]);
  const listed = (await ask('GET', `/api/positions?${query}`, { token: person.token })).body;
  const route = await report('route');
  for (const { address } of [...listed, ...route]) expect(address).toContain('Fortaleza, CE');
  const [trip] = await report('trips');
  expect([trip.startAddress, trip.endAddress]).toEqual([
    expect.stringContaining('Fortaleza'),
    expect.stringContaining('Fortaleza'),
  ]);
  const stops: { address: string | null }[] = await report('stops');
  expect(stops).toHaveLength(2);
  for (const { address } of stops) expect(address).toContain('Fortaleza, CE');
});
