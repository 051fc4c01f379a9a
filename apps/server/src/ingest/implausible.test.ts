import { sealPacket } from '@atalaia/protocols/teltonika/avl-packet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { osmandSender } from './testing/osmand-sender.ts';
import { startIngest, type TestIngest } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.stop());

const startMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const place = { lat: -23.5, lon: -46.6 };
const impossible = { speed: 540, power: 28_003, temp1: 1824, tag1Temp: 900, odometer: 2e10, obdSpeed: 655 };

test('[ING-05] values that no vehicle can have are kept as raw ones, raise nothing and are counted by protocol', async () => {
  const before = await server.metric('implausible_values_total', { protocol: 'osmand' });
  const { send, stored, events, state } = await osmandSender(server, { speedLimit: 43.2 });
  await send({ timestamp: startMs, ...place, speed: 10, power: 12.6, odometer: 182_407_310 });
  await send({ timestamp: startMs + 60_000, ...place, ...impossible, ignition: 'true' });
  const [first, second] = await stored();
  expect(first.attributes).toMatchObject({ power: 12.6, odometer: 182_407_310 });
  expect(second).toMatchObject({ speed: 0, ignition: true });
  expect(second.attributes).toMatchObject({
    rawSpeed: 540,
    rawPower: 28_003,
    rawTemp1: 1824,
    rawTag1Temp: 900,
    rawOdometer: 2e10,
    rawObdSpeed: 655,
  });
  for (const key of ['power', 'temp1', 'tag1Temp', 'odometer', 'obdSpeed'])
    expect(second.attributes).not.toHaveProperty(key);
  expect((await events()).filter(({ type }) => type === 'deviceOverspeed' || type === 'overspeed')).toEqual(
    [],
  );
  expect((await state()).position.attributes).toMatchObject({ rawPower: 28_003 });
  expect(await server.metric('implausible_values_total', { protocol: 'osmand' })).toBe(before + 6);
});

test('[ING-05] the same speed is one of an aircraft, and a message sent again is known again', async () => {
  const { send, stored, deviceId } = await osmandSender(server);
  await server.database.pool.query("UPDATE devices SET category = 'plane' WHERE id = $1", [deviceId]);
  await send({ timestamp: startMs, ...place, speed: 540, power: 28_003 });
  await send({ timestamp: startMs, ...place, speed: 540, power: 28_003 });
  const rows = await stored();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ speed: 540, attributes: { rawPower: 28_003 } });
  expect(rows[0].attributes).not.toHaveProperty('rawSpeed');
});

test('[ING-05] [OUT-06] what another server set aside stays as it is, and is not counted again', async () => {
  const before = await server.metric('implausible_values_total', { protocol: 'osmand' });
  const { send, stored } = await osmandSender(server);
  await send({ timestamp: startMs, ...place, rawTemp1: 1824, rawOdometer: 2e10 });
  const [{ attributes }] = await stored();
  expect(attributes).toMatchObject({ rawTemp1: 1824, rawOdometer: 2e10 });
  expect(Object.keys(attributes).filter((key) => key.startsWith('rawRaw'))).toEqual([]);
  expect(await server.metric('implausible_values_total', { protocol: 'osmand' })).toBe(before);
});

/** A packet of one record: an engine of 3276.7 °C, a supply of 12.5 V, 61 km/h. */
function recordOf(timeMs: number): Uint8Array {
  const head = Buffer.alloc(24);
  head.writeBigUInt64BE(BigInt(timeMs), 0);
  head.writeInt32BE(-466_333_000, 9);
  head.writeInt32BE(-235_505_000, 13);
  head[21] = 9;
  head.writeUInt16BE(61, 22);
  const elements = Buffer.from('0002' + '00' + '02' + '737fff' + '4230d4' + '00' + '00', 'hex');
  return sealPacket(Buffer.concat([Buffer.from([8, 1]), head, elements, Buffer.from([1])]));
}

test('[ING-05] a frame’s implausible value reaches no computed attribute and nobody who looks, and is its protocol’s own', async () => {
  const imei = '352093081452277';
  const deviceId = await server.addDevice(imei);
  const { rows } = await server.database.pool.query(
    `INSERT INTO computed_attributes (description, attribute, expression, type)
     VALUES ('d', 'heat', 'engineTemp * 2', 'number'), ('d', 'volts', 'power * 2', 'number') RETURNING id`,
  );
  for (const { id } of rows)
    await server.database.pool.query('INSERT INTO device_attributes VALUES ($1, $2)', [deviceId, id]);
  server = await server.restart();
  const before = await Promise.all(
    ['teltonika', 'osmand'].map((protocol) => server.metric('implausible_values_total', { protocol })),
  );
  const tracker = await connectTracker(server.port('teltonika'));
  tracker.send(Buffer.concat([Buffer.from([0, imei.length]), Buffer.from(imei)]));
  await tracker.read(1);
  tracker.send(recordOf(startMs));
  await tracker.read(5);
  tracker.end();
  const stored = await server.database.pool.query('SELECT * FROM positions WHERE device_id = $1', [deviceId]);
  expect(stored.rows).toHaveLength(1);
  const [{ attributes }] = stored.rows;
  expect(attributes).toMatchObject({ rawEngineTemp: 3276.7, power: 12.5, volts: 25 });
  expect(attributes).not.toHaveProperty('engineTemp');
  expect(attributes).not.toHaveProperty('heat');
  const live = JSON.stringify(server.published.positions);
  expect([live.includes('rawEngineTemp'), live.includes('engineTemp')]).toEqual([true, false]);
  const after = await Promise.all(
    ['teltonika', 'osmand'].map((protocol) => server.metric('implausible_values_total', { protocol })),
  );
  expect(after).toEqual([(before[0] ?? 0) + 1, before[1]]);
});
