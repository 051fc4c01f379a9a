import { positionSchema } from '@atalaia/contract/devices/position';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trackPiece } from '../modules/positions/positions-queries.ts';
import { osmandSender } from './testing/osmand-sender.ts';
import { startIngest, type TestIngest } from './testing/start-ingest.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.stop());

const hourMs = 3_600_000;
const startMs = Math.floor(Date.now() / 1000) * 1000 - hourMs;
const place = { lat: -23.5, lon: -46.6 };

test('[ING-05] no fix and 0,0 are acknowledged and stored with the last place, valid false', async () => {
  const { send, stored, state } = await osmandSender(server);
  await send({ timestamp: startMs, ...place });
  await send({ timestamp: startMs + 1000, lat: 0, lon: 0 });
  await send({ timestamp: startMs + 2000 });
  await send({ timestamp: startMs + 3000, lat: -22, lon: -43, valid: 'false' });
  const rows = await stored();
  expect(rows).toHaveLength(4);
  for (const row of rows) expect(row).toMatchObject({ latitude: place.lat, longitude: place.lon });
  expect(rows.map(({ valid }) => valid)).toEqual([true, false, false, false]);
  expect((await state()).position).toMatchObject({ id: rows[3].id, latitude: place.lat, valid: false });
});

test('[ING-05] more than 24 h ahead is stored with the time of the server, outdated, and once', async () => {
  const { send, stored } = await osmandSender(server);
  const future = { timestamp: startMs + 72 * hourMs, ...place };
  const beforeMs = Date.now();
  await send(future);
  await send({ timestamp: Date.now() + 60_000, ...place });
  await send(future);
  const [row, ...others] = await stored();
  expect(others).toHaveLength(1);
  expect(row.outdated).toBe(true);
  expect(Date.parse(row.fix_time)).toBeGreaterThanOrEqual(beforeMs);
  expect(row.fix_time).toBe(row.server_time);
});

test('[ING-05] one that is ahead by over 5 min holds the place only until a timely fix comes', async () => {
  const { send, stored, state, deviceId } = await osmandSender(server);
  const shown = () => server.published.positions.flat().filter((one) => one.deviceId === deviceId);
  const minuteMs = 60_000;
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  await send({ timestamp: nowMs - 10 * minuteMs, ...place });
  await send({ timestamp: nowMs + 120 * minuteMs, lat: -23.501, lon: -46.6 });
  expect((await state()).position.latitude).toBe(-23.501);
  // buffered: it says nothing of now
  await send({ timestamp: nowMs - 9 * minuteMs, lat: -23.502, lon: -46.6 });
  expect((await state()).position.latitude).toBe(-23.501);
  await send({ timestamp: nowMs - 2 * minuteMs, lat: -23.503, lon: -46.6 });
  const after = await state();
  expect(after.position).toMatchObject({ latitude: -23.503 });
  expect(after.position.attributes.distance).toBeGreaterThan(200);
  expect(after.memory.aheadMs).toBeUndefined();
  expect(shown().map(({ json }) => JSON.parse(json).latitude)).toEqual([place.lat, -23.501, -23.503]);
  await send({ timestamp: nowMs - minuteMs, lat: -23.504, lon: -46.6 });
  expect((await state()).position).toMatchObject({ latitude: -23.504 });
  expect(await stored()).toHaveLength(5);
});

test('[ING-05] a late position is stored, and does not move the device or tell anybody', async () => {
  const { send, stored, state, deviceId } = await osmandSender(server);
  await send({ timestamp: startMs, ...place });
  const before = await state();
  const count = () => server.published.positions.flat().filter((one) => one.deviceId === deviceId).length;
  expect(count()).toBe(1);
  await send({ timestamp: startMs - 60_000, lat: -23.6, lon: -46.7 });
  expect(await stored()).toHaveLength(2);
  expect(count()).toBe(1);
  const after = await state();
  const written = { last_update: 0, version: 0, tx: '' };
  expect({ ...after, ...written }).toEqual({ ...before, ...written });
});

test('[ING-05] an impossible jump is stored, marked approximate, without distance', async () => {
  const { send, stored } = await osmandSender(server);
  await send({ timestamp: startMs, ...place });
  await send({ timestamp: startMs + 10_000, lat: -3.1, lon: -60 });
  const jump = (await stored())[1];
  expect(jump).toMatchObject({ latitude: -3.1, distance: 0, total_distance: 0 });
  expect(jump.attributes).toEqual({ approximate: true });
});

test('[ING-05] a clock before 2000 is acknowledged and put aside, and its alarm is heard', async () => {
  const { send, stored, events, deviceId } = await osmandSender(server);
  const rolledOver = { timestamp: '1999-12-31T23:59:59Z', ...place, alarm: 'sos' };
  await send(rolledOver);
  await send(rolledOver);
  expect(await stored()).toEqual([]);
  const { rows } = await server.database.pool.query('SELECT * FROM odd_positions WHERE device_id = $1', [
    deviceId,
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ reason: 'fix time before 2000', content: { latitude: place.lat } });
  expect((await events()).map(({ type }) => type)).toEqual(['deviceOnline', 'alarm']);
});

test('[ING-05] one odd position hurts none of those that commit with it', async () => {
  const senders = await Promise.all(Array.from({ length: 20 }, () => osmandSender(server)));
  await Promise.all(
    senders.map(({ send }, index) =>
      send({ timestamp: index % 2 ? startMs : '1980-01-06T00:00:00Z', ...place }),
    ),
  );
  const counts = await Promise.all(senders.map(async ({ stored }) => (await stored()).length));
  expect(counts).toEqual(senders.map((_, index) => index % 2));
});

test('a message before the first fix is stored and puts no device at 0,0 on the map', async () => {
  const { send, stored, state } = await osmandSender(server);
  await send({ timestamp: startMs, ignition: 'true' });
  expect(await stored()).toHaveLength(1);
  expect(await state()).toMatchObject({ status: 'online', position: null, position_id: null });
  await send({ timestamp: startMs + 1000, ...place, ignition: 'false' });
  expect((await state()).position).toMatchObject({ latitude: place.lat });
});

test('[ING-06] what is stored is read as it was told, and the row holds no attribute twice', async () => {
  const { send, stored, deviceId } = await osmandSender(server);
  const counted = { motion: 'true', distance: 5, totalDistance: 6, hours: 7 };
  await send({ timestamp: startMs, ...place, ...counted, ignition: 'true', type: 'a "b" \\', batt: 12.5 });
  await send({ timestamp: startMs + 20_000, lat: -23.501, lon: -46.6, note: ',"motion":1', 'a"motion': 1 });
  await send({ timestamp: startMs + 10_000, ...place, ignition: 'false' });
  await send({ timestamp: startMs + 30_000, lat: -3.1, lon: -60 });
  const told = server.published.positions.flat().filter((one) => one.deviceId === deviceId);
  const range = { deviceId, from: new Date(startMs).toISOString(), to: new Date().toISOString() };
  const readBack = async () => {
    const { json } = await trackPiece(server.database.kysely, range, undefined);
    expect(json.match(/[{,]"motion":/g)).toHaveLength(4);
    expect(json.match(/"totalDistance":/g)).toHaveLength(3);
    return JSON.parse(`[${json}]`);
  };
  const rows = await stored();
  expect(rows.map(({ attributes }) => Object.keys(attributes))).toEqual([
    ['batteryLevel'],
    ['note', 'a"motion'],
    [],
    ['approximate'],
  ]);
  const read = await readBack();
  expect(read).toHaveLength(4);
  for (const { json } of told) expect(read).toContainEqual(JSON.parse(json));
  // a row of a release before says all of it itself, in whatever order
  const { motion, ...others } = read[0].attributes;
  for (const [id, attributes] of [
    [rows[0].id, { ...others, motion }],
    [rows[3].id, read[3].attributes],
  ])
    await server.database.pool.query('UPDATE positions SET attributes = $2::json WHERE id = $1', [
      id,
      JSON.stringify(attributes),
    ]);
  expect(await readBack()).toEqual(read);
});

test('what the bus tells is the contract’s Position', async () => {
  const { send, deviceId } = await osmandSender(server);
  await send({
    timestamp: startMs,
    ...place,
    altitude: 760.1234567,
    speed: 12.3456789,
    bearing: 359.9999,
    ação: 'sim "é"\\',
  });
  const fragment = server.published.positions.flat().find((one) => one.deviceId === deviceId);
  const position = positionSchema.parse(JSON.parse(fragment?.json ?? ''));
  expect(position).toMatchObject({ altitude: 760.123, speed: 12.346, course: 0, protocol: 'osmand' });
  expect(position.attributes).toMatchObject({
    ação: 'sim "é"\\',
    distance: 0,
    totalDistance: 0,
    hours: 0,
    motion: true,
  });
});
