import { mostTrailPlaces } from '@atalaia/contract/sinisters/sinister';
import { expect, test } from 'vitest';
import { storePositions } from '../../testing/stored-positions.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, pool } = await createTestApp();
await pool.query(
  `CREATE TABLE positions_test PARTITION OF positions FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')`,
);

const openedMs = Date.UTC(2026, 0, 10, 10);
const instant = (ms: number) => new Date(ms).toISOString();

test('[SIN-01] the trail of a case goes from its opening to its closing, and a long one is thinned but keeps both ends', async () => {
  const { token, id: person } = await world.person();
  const customerId = await world.customer();
  const deviceId = await world.device({ customer_id: customerId });
  await world.link(person, { device: deviceId });
  const opening = { deviceId, customerId, openingType: 'theft', openingDescription: 'Levado' };
  const body = { ...opening, openingDate: instant(openedMs) };
  const { id } = (await ask('POST', '/api/sinisters/open', { token, body })).body;
  await storePositions(pool, [
    { deviceId, timeMs: openedMs - 60_000, latitude: -1 },
    ...Array.from({ length: mostTrailPlaces - 1 }, (_, second) => {
      return { deviceId, timeMs: openedMs + second * 1000, latitude: -3.7 - second / 1_000_000 };
    }),
    { deviceId, timeMs: openedMs + 65_000_000, latitude: 0, hasFix: false },
    { deviceId, timeMs: openedMs + 70_000_000, latitude: -2 },
  ]);
  const trail = async () => (await ask('GET', `/api/sinisters/${id}/trail`, { token })).body;
  expect(await trail()).toHaveLength(mostTrailPlaces);
  // one more than a trail has
  await storePositions(pool, [{ deviceId, timeMs: openedMs + 69_000_000, latitude: -2.5 }]);
  const whole = await trail();
  expect(whole.length).toBeLessThanOrEqual(mostTrailPlaces);
  expect(whole.length).toBeGreaterThan(mostTrailPlaces / 2);
  expect(whole[0]).toEqual({ deviceId, fixTime: instant(openedMs), latitude: -3.7, longitude: -38.5 });
  expect(whole.at(-1).latitude).toBe(-2);
  const closing = {
    id,
    closingDate: instant(openedMs + 10_000),
    closingType: 'vehicleFound',
    vehicleDamaged: false,
    closingAddress: 'Pátio',
    closingDescription: 'Achado',
  };
  await ask('PUT', `/api/sinisters/${id}/close`, { token, body: closing });
  expect(await trail()).toHaveLength(11);
});
