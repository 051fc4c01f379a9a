/** What is due of all vehicles: how it is found, counted, turned and kept. */
import { expect, test } from 'vitest';
import { createKysely } from '../../platform/db/pool.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { Caller } from '../../visibility/caller.ts';
import { eachPair } from './maintenance-services-queries.ts';
import { createMaintenanceServices } from './maintenance-services-service.ts';

const { ask, world, pool } = await createTestApp();
const admin = await world.administrator();

const counted = (deviceId: number, attributes: object) =>
  pool.query(
    `INSERT INTO device_state (device_id, position) VALUES ($1, $2)
     ON CONFLICT (device_id) DO UPDATE SET position = excluded.position`,
    [deviceId, JSON.stringify({ attributes })],
  );

async function made(input: object): Promise<number> {
  const body = { name: 'Óleo', type: 'odometer', start: 0, period: 1000, ...input };
  return (await ask('POST', '/api/maintenance', { token: admin.token, body })).body.id;
}

const link = (deviceId: number, maintenanceId: number) =>
  ask('POST', '/api/permissions', { token: admin.token, body: { deviceId, maintenanceId } });
const perform = (body: object) => ask('POST', '/api/maintenance/services', { token: admin.token, body });

test('[MNT-01] what is due is found by vehicle, plate and maintenance, narrowed, counted, and turned page by page', async () => {
  const person = await world.person();
  const names = ['Água Fria 1', 'Água Fria 2', 'Pátio 3'];
  const devices: number[] = [];
  const [oil, tyres] = [await made({ name: 'Óleo' }), await made({ name: 'Pneus' })];
  for (const [index, name] of names.entries()) {
    const device = await world.device({ name, attributes: JSON.stringify({ plate: `XYZ1A2${index}` }) });
    devices.push(device);
    await world.link(person.id, { device });
    for (const maintenance of [oil, tyres]) await link(device, maintenance);
    await counted(device, { odometer: [900, 1300, 1600][index] });
  }
  for (const maintenance of [oil, tyres]) await world.link(person.id, { maintenance });
  const [first, second, third] = devices;
  const asked = async (query: string, token = person.token) => {
    const { body, headers } = await ask('GET', `/api/maintenance/states?${query}`, { token });
    return [
      Number(headers['x-total-count']),
      body.map(({ deviceId, maintenanceId }: Record<string, number>) => [deviceId, maintenanceId]),
    ];
  };
  const all = [third, second, first].flatMap((device) => [
    [device, oil],
    [device, tyres],
  ]);
  expect(await asked('')).toEqual([6, all]);
  expect(await asked('limit=4&offset=1')).toEqual([6, all.slice(1, 5)]);
  expect(await asked('offset=6')).toEqual([6, []]);
  expect(await asked('keyword=agua')).toEqual([4, all.slice(2)]);
  expect(await asked('keyword=xyz1a21')).toEqual([2, all.slice(2, 4)]);
  expect(await asked('keyword=pneu&urgency=due&urgency=unknown')).toEqual([
    2,
    [
      [third, tyres],
      [second, tyres],
    ],
  ]);
  expect(await asked(`keyword=agua&maintenanceId=${oil}&urgency=soon`)).toEqual([1, [[first, oil]]]);
  expect(await asked(`deviceId=${first}`)).toEqual([2, all.slice(4)]);
  expect(await asked(`deviceId=${first}&keyword=oleo`)).toEqual([1, [[first, oil]]]);
  const stranger = await world.person();
  expect(await asked('keyword=agua', stranger.token)).toEqual([0, []]);
  // a maintenance that he sees, on vehicles that he does not
  await world.link(stranger.id, { maintenance: oil });
  expect(await asked(`maintenanceId=${oil}`, stranger.token)).toEqual([0, []]);
});

test('[MNT-01] of very many vehicles all are read, some at a time', async () => {
  const maintenanceId = await made({ name: 'pieces' });
  const devices = [await world.device(), await world.device(), await world.device()];
  for (const device of devices) await link(device, maintenanceId);
  await counted(devices[1] ?? 0, { odometer: 5 });
  const found: unknown[] = [];
  for await (const pair of eachPair(createKysely(pool), undefined, 1))
    if (pair.maintenanceId === maintenanceId) found.push([pair.deviceId, pair.value, pair.serviced]);
  expect(found).toEqual([
    [devices[0], undefined, undefined],
    [devices[1], 5, undefined],
    [devices[2], undefined, undefined],
  ]);
});

test('[MNT-01] a disabled vehicle counts nothing and is in no list of what is due, but its own', async () => {
  const device = await world.device({ disabled: true });
  const maintenanceId = await made({ name: 'sold' });
  await link(device, maintenanceId);
  const ofAll = await ask('GET', `/api/maintenance/states?maintenanceId=${maintenanceId}`, {
    token: admin.token,
  });
  expect([Number(ofAll.headers['x-total-count']), ofAll.body]).toEqual([0, []]);
  const own = await ask('GET', `/api/maintenance/states?deviceId=${device}`, { token: admin.token });
  expect(own.body).toMatchObject([{ deviceId: device, name: 'sold' }]);
});

test('[MNT-01] no answer has more than 500', async () => {
  const { rows } = await pool.query(`
    WITH fleet AS (INSERT INTO devices (unique_id, name) SELECT 'many-' || n, 'many' FROM generate_series(1, 502) AS n RETURNING id)
    INSERT INTO device_maintenances (device_id, maintenance_id) SELECT id, ${await made({ name: 'many' })} FROM fleet
    RETURNING device_id`);
  const asked = async (query: string) =>
    (await ask('GET', `/api/maintenance/states?keyword=many${query}`, { token: admin.token })).body.length;
  expect([await asked(''), await asked('&limit=1000'), await asked('&offset=500')]).toEqual([100, 500, 2]);
  await pool.query(
    "INSERT INTO maintenance_services (device_id, name, type, performed_time, value, note) SELECT $1, 'x', 'hours', now(), 1, '' FROM generate_series(1, 502)",
    [rows[0].device_id],
  );
  const services = async (query: string) =>
    (
      await ask('GET', `/api/maintenance/services?deviceId=${rows[0].device_id}${query}`, {
        token: admin.token,
      })
    ).body.length;
  expect([await services(''), await services('&limit=1000')]).toEqual([100, 500]);
  await pool.query("DELETE FROM devices WHERE name = 'many'");
});

test('[MNT-01] of very many the order is kept a while: rows say what is so now, and what is due no more is left out', async () => {
  const maintenanceId = await made({ name: 'kept' });
  const [first, second] = [await world.device({ name: 'kept 1' }), await world.device({ name: 'kept 2' })];
  for (const device of [first, second]) await link(device, maintenanceId);
  await counted(first, { odometer: 1100 });
  await counted(second, { odometer: 100 });
  let nowMs = Date.now();
  const kysely = createKysely(pool);
  const services = createMaintenanceServices({
    ...{ kysely, fewPairs: 0, nowMs: () => nowMs },
    visibility: { requireSeen: async () => undefined } as never,
    commit: undefined as never,
  });
  const caller = { userId: admin.id, administrator: true, user: {} } as Caller;
  const due = async () => {
    const query = { maintenanceId: String(maintenanceId), urgency: ['due' as const] };
    const { rows, total } = await services.states(caller, query);
    return [total, rows.map(({ deviceId, value }) => [deviceId, value])];
  };
  expect(await due()).toEqual([1, [[first, 1100]]]);
  await counted(first, { odometer: 1200 });
  await counted(second, { odometer: 1300 });
  nowMs += 59_000;
  expect(await due(), 'the order of before, and what it has counted by now').toEqual([1, [[first, 1200]]]);
  await perform({ deviceId: first, maintenanceId, lastServiceId: 0 });
  expect(await due()).toEqual([1, []]);
  nowMs += 2000;
  expect(await due(), 'nobody waits while it is read again').toEqual([1, []]);
  await expect.poll(due).toEqual([1, [[second, 1300]]]);
  await counted(second, { odometer: 2 });
  nowMs += 3_601_000;
  expect(await due(), 'one that is too old is not shown').toEqual([0, []]);
});
