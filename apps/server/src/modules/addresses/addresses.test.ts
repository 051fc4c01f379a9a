import { afterAll, expect, test } from 'vitest';
import { osmandSender } from '../../ingest/testing/osmand-sender.ts';
import { startIngest } from '../../ingest/testing/start-ingest.ts';
import type { PositionFragment } from '../../platform/bus/bus.ts';
import { createAddresses, createAddressQueue } from './addresses.ts';

const server = await startIngest();
const { pool } = server.database;
afterAll(() => server.stop());

/** The world outside; the rest is real. */
const geocoding = {
  hasStreets: true,
  streetOf: async (latitude: number) => (latitude > 80 ? null : `Rua "${latitude}", SP`),
};
const never = new AbortController().signal;
const start = (everyMs = 0) => createAddresses({ pool, bus: server.bus, geocoding, everyMs, atOnce: 10 });

test("[ING-06] a device's newest position gains its address: stored, in its state, and told live under the same number", async () => {
  const addresses = start();
  const phone = await osmandSender(server);
  await phone.send({
    lat: -22.9,
    lon: -47,
    timestamp: Math.floor(Date.now() / 1000),
    note: '"address":null',
  });
  expect((await phone.stored())[0].address).toBeNull();
  server.published.positions.length = 0;
  await addresses.work(never);
  const [stored] = await phone.stored();
  expect(stored.address).toBe('Rua "-22.9", SP');
  const { position } = await phone.state();
  expect(position).toMatchObject({
    id: stored.id,
    address: 'Rua "-22.9", SP',
    attributes: { note: '"address":null' },
  });
  const [reported] = server.published.positions.flat().filter(({ deviceId }) => deviceId === phone.deviceId);
  expect(reported).toMatchObject({ positionId: stored.id, fixTimeMs: Date.parse(stored.fix_time) });
  expect(JSON.parse(reported!.json)).toEqual(position);
  addresses.stop();
});

test('[ING-06] an address that comes late never takes the place of a newer position', async () => {
  const addresses = start();
  const phone = await osmandSender(server);
  const nowSeconds = Math.floor(Date.now() / 1000);
  let overtaken = false;
  const slow = createAddresses({
    pool,
    bus: server.bus,
    everyMs: 0,
    atOnce: 10,
    geocoding: {
      hasStreets: true,
      async streetOf(latitude) {
        if (!overtaken) {
          overtaken = true;
          await phone.send({ lat: -23, lon: -47, timestamp: nowSeconds + 10 });
          server.published.positions.length = 0;
        }
        return `at ${latitude}`;
      },
    },
  });
  addresses.stop();
  await slow.work(never);
  overtaken = false;
  await phone.send({ lat: -22, lon: -47, timestamp: nowSeconds });
  const turn = slow.work(never);
  await turn;
  const [first, second] = await phone.stored();
  expect([first.address, second.address]).toEqual(['at -22', 'at -23']);
  expect((await phone.state()).position).toMatchObject({ id: second.id, latitude: -23, address: 'at -23' });
  const reported = server.published.positions.flat().filter(({ deviceId }) => deviceId === phone.deviceId);
  expect(reported.map(({ positionId }) => positionId)).toEqual([second.id]);
  slow.stop();
});

test('[ING-06] a position that an event happened at gains an address though the device has moved on', async () => {
  const addresses = start(60_000);
  const phone = await osmandSender(server);
  const nowSeconds = Math.floor(Date.now() / 1000);
  await phone.send({ lat: -20, lon: -47, timestamp: nowSeconds });
  await addresses.work(never);
  await phone.send({ lat: -20.001, lon: -47, timestamp: nowSeconds + 1, alarm: 'sos' });
  await phone.send({ lat: -20.002, lon: -47, timestamp: nowSeconds + 2 });
  await addresses.work(never);
  expect((await phone.stored()).map(({ address }) => address)).toEqual([
    'Rua "-20", SP',
    'Rua "-20.001", SP',
    null,
  ]);
  addresses.stop();
});

test('[ING-06] what stood without an address when the server stopped gets one after the start', async () => {
  const phone = await osmandSender(server);
  await phone.send({ lat: -10, lon: -47, timestamp: Math.floor(Date.now() / 1000) });
  const addresses = start();
  await addresses.work(never);
  expect((await phone.state()).position.address).toBe('Rua "-10", SP');
  addresses.stop();
});

test('[ING-06] a database that is away costs no address: it is given at the next turn', async () => {
  let away = true;
  const query = ((...args: Parameters<typeof pool.query>) => {
    if (away) throw new Error('away');
    return pool.query(...args);
  }) as typeof pool.query;
  const addresses = createAddresses({ pool: { query }, bus: server.bus, geocoding, everyMs: 0 });
  const phone = await osmandSender(server);
  await phone.send({ lat: -11, lon: -47, timestamp: Math.floor(Date.now() / 1000), alarm: 'sos' });
  await expect(addresses.work(never)).rejects.toThrow('away');
  away = false;
  await addresses.work(never);
  expect((await phone.stored())[0].address).toBe('Rua "-11", SP');
  addresses.stop();
});

test('[ING-06] a moving device is looked up every so often, and where it stops always', () => {
  let nowMs = 0;
  const queue = createAddressQueue(30_000, () => nowMs);
  const at = (positionId: number): PositionFragment => ({
    deviceId: 1,
    positionId,
    fixTimeMs: nowMs,
    receivedMs: nowMs,
    json: '',
  });
  const requested: number[] = [];
  for (; nowMs <= 120_000; nowMs += 1_000) {
    if (nowMs <= 65_000) queue.offer(at(nowMs / 1_000));
    requested.push(...queue.takeDue(10).map(({ positionId }) => positionId));
  }
  expect(requested).toEqual([0, 30, 60, 65]);
});

test('[ING-06] what comes in one burst is looked up as often as if it had come in its time', () => {
  const queue = createAddressQueue(30_000, () => 0);
  const requested: number[] = [];
  const takeAll = () => requested.push(...queue.takeDue(10).map(({ positionId }) => positionId));
  for (let second = 0; second <= 120; second += 10) {
    queue.offer({
      deviceId: 1,
      positionId: second,
      fixTimeMs: second * 1_000,
      receivedMs: second * 1_000,
      json: '',
    });
    // some of them are taken out only after others came
    if (second % 40 === 0) takeAll();
  }
  takeAll();
  expect(requested.toSorted((a, b) => a - b)).toEqual([0, 30, 60, 90, 120]);
});

test('[ING-06] of several of one device only the last is told live', async () => {
  const addresses = start(30_000);
  // what stood without one is caught up with
  await addresses.work(never);
  const phone = await osmandSender(server);
  const nowSeconds = Math.floor(Date.now() / 1000);
  for (const step of [0, 1, 2])
    await phone.send({ lat: -30 - step, lon: -47, timestamp: nowSeconds - 600 + step * 60 });
  server.published.positions.length = 0;
  await addresses.work(never);
  expect((await phone.stored()).map(({ address }) => address)).toEqual([
    'Rua "-30", SP',
    'Rua "-31", SP',
    'Rua "-32", SP',
  ]);
  const reported = server.published.positions.flat().filter(({ deviceId }) => deviceId === phone.deviceId);
  expect(reported.map(({ json }) => JSON.parse(json).latitude)).toEqual([-32]);
  addresses.stop();
});

test('[ING-06] without a street service nothing is stored: the nearest town is worked out when it is read', async () => {
  const parts = { pool, bus: server.bus, everyMs: 0 };
  const addresses = createAddresses({
    ...parts,
    geocoding: { hasStreets: false, streetOf: geocoding.streetOf },
  });
  const phone = await osmandSender(server);
  await phone.send({ lat: -22.9, lon: -47, timestamp: Math.floor(Date.now() / 1000), alarm: 'sos' });
  await addresses.work(never);
  expect((await phone.stored())[0].address).toBeNull();
  expect((await phone.state()).position.address).toBeNull();
  addresses.stop();
});

test('[ING-06] a position that a person looks at is asked for before all others, and reaches him live', async () => {
  const asked: number[] = [];
  const addresses = createAddresses({
    pool,
    bus: server.bus,
    everyMs: 0,
    geocoding: {
      hasStreets: true,
      async streetOf(latitude) {
        asked.push(latitude);
        return `Rua ${latitude}`;
      },
    },
  });
  await addresses.work(never);
  const [first, second] = [await osmandSender(server), await osmandSender(server)];
  const timestamp = Math.floor(Date.now() / 1000);
  await first.send({ lat: -5, lon: -47, timestamp });
  await second.send({ lat: -6, lon: -47, timestamp });
  const [looked] = await second.stored();
  asked.length = 0;
  server.published.positions.length = 0;
  server.bus.publish('positionsLookedAt', { positionIds: [looked.id] });
  await addresses.work(never);
  expect(asked[0]).toBe(-6);
  expect((await second.stored())[0].address).toBe('Rua -6');
  const told = server.published.positions.flat().filter(({ deviceId }) => deviceId === second.deviceId);
  expect(told.map(({ json }) => JSON.parse(json).address)).toContain('Rua -6');
  addresses.stop();
});
