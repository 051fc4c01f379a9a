import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createInProcessBus } from '../../platform/bus/bus.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { followEditedDevices } from '../ingest.ts';
import { createSilenceWatch } from './silence-watch.ts';

const { pool, drop } = await createTestDatabase();
afterAll(drop);

test('[ING-10] a device that was removed is not waited for any more; one that was edited is', async () => {
  const bus = createInProcessBus(() => undefined);
  const silence = createSilenceWatch();
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO devices (unique_id, name) VALUES ('1', 'a') RETURNING id`,
  );
  const remaining = { id: rows[0]!.id, name: 'a' };
  const removed = { id: remaining.id + 1, name: 'b' };
  silence.received(remaining, 1);
  silence.received(removed, 2);
  const stop = followEditedDevices(pool, bus, silence, pino({ level: 'silent' }));
  bus.publish('deviceRegistry', { deviceIds: [remaining.id, removed.id] });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(silence.silentSince(10)).toEqual([{ device: remaining, atMs: 1 }]);
  stop();
});
