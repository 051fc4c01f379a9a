import { eventSchema } from '@atalaia/contract/rules/event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { osmandSender } from './testing/osmand-sender.ts';
import { startIngest, type TestIngest } from './testing/start-ingest.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.stop());

const startMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const place = { lat: -23.5, lon: -46.6 };
const at = (second: number) => startMs + second * 1000;

test('an alarm is an event with its position, calls the siren, and is told as the contract says', async () => {
  const { send, stored, events, state, deviceId } = await osmandSender(server);
  await send({ timestamp: at(0), ...place, alarm: 'sos' });
  const [position] = await stored();
  const [, alarm] = await events();
  expect(alarm).toMatchObject({
    type: 'alarm',
    event_time: new Date(at(0)).toISOString(),
    position_id: position.id,
    attributes: { alarm: 'sos' },
  });
  expect((await state()).siren_event_id).toBe(alarm.id);
  const published = server.published.events.flat().filter((one) => one.deviceId === deviceId);
  const parsed = published.map(({ json }) => eventSchema.parse(JSON.parse(json)));
  expect(parsed.map(({ type, positionId }) => [type, positionId])).toEqual([
    ['deviceOnline', 0],
    ['alarm', position.id],
  ]);
});

test('[DESK-02] an event that an alarm rule names is queued with it in one statement, once; no other is', async () => {
  const { send, events, deviceId } = await osmandSender(server);
  const before = server.published.alarmQueue.length;
  for (let sending = 0; sending < 2; sending += 1) await send({ timestamp: at(0), ...place, alarm: 'sos' });
  const all = await events();
  const { rows } = await server.database.pool.query(
    'SELECT event_id::int AS id FROM alarm_queue WHERE device_id = $1',
    [deviceId],
  );
  expect(all.map(({ type }) => type)).toEqual(['deviceOnline', 'alarm']);
  expect(rows).toEqual([{ id: Number(all[1].id) }]);
  expect(server.published.alarmQueue.length).toBe(before + 1);
});

test('events in one batch, in the next and after a restart are the same: each change once', async () => {
  const sender = await osmandSender(server);
  const reports = [
    { timestamp: at(0), ...place, ignition: 'false' },
    { timestamp: at(1), ...place, ignition: 'true', alarm: 'sos' },
    { timestamp: at(2), ...place, ignition: 'true', alarm: 'sos', speed: 70 },
    { timestamp: at(3), ...place, ignition: 'true', speed: 75 },
    { timestamp: at(4), ...place, ignition: 'false', speed: 0 },
  ];
  await server.database.pool.query('UPDATE devices SET attributes = $1 WHERE id = $2', [
    { speedLimit: 60 },
    sender.deviceId,
  ]);
  server.bus.publish('deviceRegistry', { deviceIds: [sender.deviceId] });
  await Promise.all(reports.slice(0, 3).map(sender.send));
  server = await server.restart();
  const again = { ...sender, send: sender.sendTo(server) };
  for (const report of reports) await again.send(report);
  for (const report of reports) await again.send(report);
  expect((await sender.events()).map(({ type }) => type)).toEqual([
    'deviceOnline',
    'alarm',
    'ignitionOn',
    'deviceOverspeed',
    'ignitionOff',
  ]);
  expect(await sender.stored()).toHaveLength(reports.length);
});

test('late data tells its alarms, and no change of ignition or speed', async () => {
  const { send, events, state } = await osmandSender(server, { speedLimit: 60 });
  await send({ timestamp: at(100), ...place, ignition: 'true' });
  const before = (await state()).memory;
  await send({ timestamp: at(10), ...place, ignition: 'false', speed: 90, alarm: 'powerCut' });
  await send({ timestamp: at(11), ...place, ignition: 'true', alarm: 'powerCut' });
  expect((await events()).map(({ type }) => type)).toEqual(['deviceOnline', 'alarm']);
  expect({ ...(await state()).memory, raised: [] }).toEqual({ ...before, raised: [] });
});

test('positions whose device forgot them are known by the table, and no event follows from them again', async () => {
  const sender = await osmandSender(server);
  const reports = [0, 1, 2, 3].map((second) => ({
    timestamp: at(second),
    ...place,
    ignition: second % 2 ? 'true' : 'false',
    alarm: 'sos',
  }));
  for (const report of reports.slice(0, 3)) await sender.send(report);
  const before = await sender.events();
  await server.ingest.stop();
  await server.database.pool.query(`UPDATE device_state SET memory = '{}' WHERE device_id = $1`, [
    sender.deviceId,
  ]);
  server = await server.restart();
  await Promise.all(reports.map(sender.sendTo(server)));
  expect(await sender.stored()).toHaveLength(4);
  const after = (await sender.events()).slice(before.length);
  expect(after.map(({ type }) => type)).toEqual(['alarm']);
});
