import { beforeEach, expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, pool, published } = await createTestApp();
const admin = await world.administrator();
const km = 1000;

beforeEach(() => {
  published.length = 0;
});

async function counted(deviceId: number, memory: object, attributes: object = {}) {
  await pool.query(
    `INSERT INTO device_state (device_id, memory, position) VALUES ($1, $2, $3)
     ON CONFLICT (device_id) DO UPDATE SET memory = excluded.memory, position = excluded.position`,
    [deviceId, JSON.stringify(memory), JSON.stringify({ attributes })],
  );
}

async function made(input: object, token = admin.token): Promise<number> {
  const body = { name: 'Óleo', type: 'totalDistance', start: 0, period: 10_000 * km, ...input };
  return (await ask('POST', '/api/maintenance', { token, body })).body.id;
}

const link = (deviceId: number, maintenanceId: number, token = admin.token) =>
  ask('POST', '/api/permissions', { token, body: { deviceId, maintenanceId } });
const statesOf = async (deviceId: number, token = admin.token) =>
  (await ask('GET', `/api/maintenance/states?deviceId=${deviceId}`, { token })).body;
const perform = (body: object, token = admin.token) =>
  ask('POST', '/api/maintenance/services', { token, body });

const servicedOn = (device: number) => ({
  topic: 'rules',
  message: { kinds: ['maintenances'], servicedDeviceIds: [device] },
});

test('[MNT-01] it is due at its start, then at the whole period that was passed last, and a period after it was done', async () => {
  const device = await world.device({ attributes: JSON.stringify({ plate: 'ABC1D23' }) });
  const maintenanceId = await made({ start: 5000 * km });
  await link(device, maintenanceId);
  const urgencyAt = async (kilometres: number) => {
    await counted(device, { totalDistanceMetres: kilometres * km });
    const [{ dueValue, urgency }] = await statesOf(device);
    return [dueValue / km, urgency];
  };
  expect((await statesOf(device))[0]).toMatchObject({
    value: null,
    urgency: 'unknown',
    dueValue: 5000 * km,
  });
  expect(await urgencyAt(3900)).toEqual([5000, 'later']);
  expect(await urgencyAt(4000)).toEqual([5000, 'soon']);
  expect(await urgencyAt(5000)).toEqual([5000, 'due']);
  expect(await urgencyAt(16_000)).toEqual([15_000, 'due']);
  const { status, body } = await perform({
    deviceId: device,
    maintenanceId,
    lastServiceId: 0,
    note: ' filtro ',
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ deviceId: device, deviceName: expect.any(String), plate: 'ABC1D23', maintenanceId, name: 'Óleo' },
    ...{
      type: 'totalDistance',
      period: 10_000 * km,
      value: 16_000 * km,
      dueValue: 26_000 * km,
      urgency: 'later',
      mayPerform: true,
    },
    lastService: {
      ...{ id: expect.any(Number), type: 'totalDistance', performedTime: expect.any(String) },
      ...{ value: 16_000 * km, note: 'filtro', userName: expect.any(String) },
    },
  });
  expect(await urgencyAt(25_000)).toEqual([26_000, 'soon']);
  expect(published).toContainEqual(servicedOn(device));
});

test('[MNT-01] one from 0 is due first after a whole period; hours, attributes and time count as they are', async () => {
  const device = await world.device();
  const names = ['zero', 'hours', 'odometer', 'last', 'yearly'];
  const yearMs = 365 * 24 * 3_600_000;
  const types = [
    { period: 100 * km },
    { type: 'hours', start: 3_600_000, period: 3_600_000 },
    { type: 'odometer', start: 500, period: 500 },
    { type: 'serviceOdometer', start: 500, period: 500 },
    { type: 'fixTime', start: Date.now() + 1000 * yearMs, period: yearMs },
  ];
  for (const [index, name] of names.entries()) await link(device, await made({ name, ...types[index] }));
  await counted(
    device,
    { totalDistanceMetres: 50 * km, hoursMs: 3_600_000, highest: { odometer: 900, serviceOdometer: 700 } },
    { odometer: 480 },
  );
  const found = (await statesOf(device)).map(
    (state: { name: string; value: number; dueValue: number; urgency: string }) => [
      state.name,
      state.name === 'yearly' ? 'now' : state.value,
      state.urgency,
    ],
  );
  expect(found).toEqual([
    ['last', 700, 'due'],
    ['hours', 3_600_000, 'due'],
    ['odometer', 480, 'soon'],
    ['zero', 50 * km, 'later'],
    ['yearly', 'now', 'later'],
  ]);
});

test('[MNT-01] of two who note the same one does, and the other is told', async () => {
  const device = await world.device();
  const maintenanceId = await made({});
  await link(device, maintenanceId);
  await counted(device, { totalDistanceMetres: 12_000 * km });
  const body = { deviceId: device, maintenanceId, lastServiceId: 0 };
  const both = await Promise.all([perform(body), perform(body)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('maintenance-changed');
  const services = await ask('GET', `/api/maintenance/services?deviceId=${device}`, { token: admin.token });
  expect(services.body).toEqual([
    {
      ...{ id: expect.any(Number), deviceId: device, maintenanceId, name: 'Óleo', type: 'totalDistance' },
      ...{ performedTime: expect.any(String), value: 12_000 * km, note: '', userName: expect.any(String) },
    },
  ]);
});

test('[MNT-01] a value is neither more than what was counted nor less than at the service before, and a date is past', async () => {
  const device = await world.device();
  const maintenanceId = await made({});
  await link(device, maintenanceId);
  const body = { deviceId: device, maintenanceId, lastServiceId: 0 };
  const fieldOf = ({ status, body: answer }: Awaited<ReturnType<typeof perform>>) => [
    status,
    answer.details?.fields?.[0].path,
  ];
  // the device has said nothing yet
  expect(fieldOf(await perform(body))).toEqual([400, 'value']);
  await counted(device, { totalDistanceMetres: 12_000 * km });
  expect(fieldOf(await perform({ ...body, value: 12_001 * km }))).toEqual([400, 'value']);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(fieldOf(await perform({ ...body, performedTime: tomorrow }))).toEqual([400, 'performedTime']);
  expect(fieldOf(await perform({ ...body, performedTime: '1026-01-02T03:04:05Z', value: 1 }))).toEqual([
    400,
    'performedTime',
  ]);
  // at another time it had counted something else
  expect(fieldOf(await perform({ ...body, performedTime: '2026-01-02T03:04:05Z' }))).toEqual([400, 'value']);
  const past = { performedTime: '2026-01-02T03:04:05', value: 11_000 * km };
  const first = await perform({ ...body, ...past });
  expect(first.body.lastService).toMatchObject({
    performedTime: '2026-01-02T03:04:05.000Z',
    value: 11_000 * km,
  });
  const again = { ...body, lastServiceId: first.body.lastService.id };
  expect(fieldOf(await perform({ ...again, value: 10_999 * km }))).toEqual([400, 'value']);
  const earlier = { ...again, performedTime: '2026-01-02T03:04:04Z', value: 11_500 * km };
  expect(fieldOf(await perform(earlier))).toEqual([400, 'performedTime']);
  expect((await perform(again)).status).toBe(200);
});

test('[MNT-01] a counter that began anew is noted again, and is due as if nothing had been done', async () => {
  const device = await world.device();
  const maintenanceId = await made({ start: 10_000 * km });
  await link(device, maintenanceId);
  await counted(device, { totalDistanceMetres: 120_000 * km });
  const body = { deviceId: device, maintenanceId };
  const first = (await perform({ ...body, lastServiceId: 0 })).body.lastService.id;
  await counted(device, { totalDistanceMetres: 3000 * km });
  expect((await statesOf(device))[0]).toMatchObject({ dueValue: 10_000 * km, urgency: 'later' });
  const again = await perform({ ...body, lastServiceId: first });
  expect(again.body).toMatchObject({ dueValue: 13_000 * km, lastService: { value: 3000 * km } });
});

test('[MNT-01] of a counter that began anew, and is not in the newest position, what it said since counts', async () => {
  const device = await world.device();
  const maintenanceId = await made({ type: 'odometer', start: 10_000, period: 10_000 });
  await link(device, maintenanceId);
  await counted(device, { highest: { odometer: 120_000 } });
  await perform({ deviceId: device, maintenanceId, lastServiceId: 0 });
  await counted(device, { highest: { odometer: 120_000 }, anew: { odometer: 3000 } });
  expect((await statesOf(device))[0]).toMatchObject({ value: 3000, dueValue: 10_000, urgency: 'later' });
});

test('[MNT-01] what was noted while it counted something else says nothing of what is due', async () => {
  const device = await world.device();
  const maintenanceId = await made({});
  await link(device, maintenanceId);
  // fewer metres than hours have milliseconds, so that it is not taken for a counter that began anew
  await counted(device, { totalDistanceMetres: 1 * km, hoursMs: 7_200_000 });
  const body = { deviceId: device, maintenanceId };
  const first = (await perform({ ...body, lastServiceId: 0 })).body.lastService.id;
  const hours = { name: 'Óleo', type: 'hours', start: 3_600_000, period: 3_600_000 };
  await ask('PUT', `/api/maintenance/${maintenanceId}`, { token: admin.token, body: hours });
  expect((await statesOf(device))[0]).toMatchObject({
    ...{ dueValue: 7_200_000, urgency: 'due' },
    lastService: { id: first, type: 'totalDistance' },
  });
  const again = await perform({ ...body, lastServiceId: first });
  expect(again.body).toMatchObject({
    dueValue: 10_800_000,
    lastService: { type: 'hours', value: 7_200_000 },
  });
});

test('[MNT-01] numbers beyond all counting are refused, and a row that has some is left out of what is due', async () => {
  const save = async (input: object) =>
    (
      await ask('POST', '/api/maintenance', {
        token: admin.token,
        body: { name: 'x', type: 'odometer', start: 0, period: 1, ...input },
      })
    ).body.details?.fields?.[0].path;
  expect(await save({ period: 1e-300 })).toBe('period');
  expect(await save({ period: 2e15 })).toBe('period');
  expect(await save({ start: 1.7e308 })).toBe('start');
  const device = await world.device();
  const good = await made({ name: 'good', type: 'odometer', start: 1, period: 1 });
  for (const id of [good, await made({ name: 'tiny' }), await made({ name: 'huge' })]) await link(device, id);
  await pool.query("UPDATE maintenances SET period = 1e-300 WHERE name = 'tiny'");
  await pool.query("UPDATE maintenances SET start = 1.7e308 WHERE name = 'huge'");
  await counted(device, { totalDistanceMetres: 1e9 }, { odometer: 1.7e308 });
  const states = await statesOf(device);
  expect(states).toMatchObject([{ name: 'good', value: null, urgency: 'unknown' }]);
  const body = { deviceId: device, maintenanceId: good, lastServiceId: 0 };
  expect((await perform({ ...body, value: 1e300 })).status).toBe(400);
  await counted(device, {}, { odometer: -5 });
  expect((await perform(body)).body.details.fields[0].path).toBe('value');
  await pool.query("DELETE FROM maintenances WHERE name IN ('tiny', 'huge')");
});

test('[MNT-01] one by time is done when it was done', async () => {
  const device = await world.device();
  const dayMs = 86_400_000;
  const maintenanceId = await made({ type: 'fixTime', start: Date.now() - 10 * dayMs, period: 30 * dayMs });
  await link(device, maintenanceId);
  expect((await statesOf(device))[0].urgency).toBe('due');
  const performedTime = new Date(Date.now() - 2 * dayMs).toISOString();
  const { body } = await perform({
    deviceId: device,
    maintenanceId,
    lastServiceId: 0,
    performedTime,
    value: 5,
  });
  expect(body).toMatchObject({ urgency: 'later', dueValue: Date.parse(performedTime) + 30 * dayMs });
});

test('[MNT-01] the last one noted is taken back, and no other; both are in the audit', async () => {
  const device = await world.device();
  const maintenanceId = await made({});
  await link(device, maintenanceId);
  await counted(device, { totalDistanceMetres: 12_000 * km });
  const body = { deviceId: device, maintenanceId };
  const first = (await perform({ ...body, lastServiceId: 0 })).body.lastService.id;
  const second = (await perform({ ...body, lastServiceId: first, note: 'NF 4812' })).body.lastService.id;
  published.length = 0;
  const takeBack = (id: number, token = admin.token) =>
    ask('DELETE', `/api/maintenance/services/${id}`, { token });
  expect((await takeBack(first)).body.code).toBe('maintenance-changed');
  expect((await takeBack(second)).status).toBe(204);
  expect((await takeBack(second)).status).toBe(404);
  expect((await statesOf(device))[0].lastService.id).toBe(first);
  expect(published).toContainEqual(servicedOn(device));
  const { rows } = await pool.query(
    "SELECT action, details FROM audit WHERE noun = 'device' AND object_id = $1 AND action <> 'link' ORDER BY id",
    [device],
  );
  const details = { maintenanceId, name: 'Óleo', value: 12_000 * km, performedTime: expect.any(String) };
  expect(rows).toEqual([
    { action: 'perform', details },
    { action: 'perform', details: { ...details, note: 'NF 4812' } },
    // nothing else has it from here on
    { action: 'take-back', details: { ...details, note: 'NF 4812', userName: expect.any(String) } },
  ]);
});

test('[MNT-01] [SEC-03] one sees and notes what applies to one’s own vehicles, and no others', async () => {
  const [person, stranger] = [await world.person(), await world.person()];
  const above = await world.group();
  const group = await world.group({ group_id: above });
  const device = await world.device({ group_id: group });
  const foreign = await world.device({ group_id: group });
  await world.link(person.id, { device });
  const [own, ofGroup] = [await made({ name: 'own' }, person.token), await made({ name: 'group' })];
  await world.link(person.id, { maintenance: ofGroup });
  await link(device, own);
  await ask('POST', '/api/permissions', {
    token: admin.token,
    body: { groupId: above, maintenanceId: ofGroup },
  });
  const all = async (token: string, query = '') =>
    (await ask('GET', `/api/maintenance/states?${query}`, { token })).body.map(
      ({ deviceId, name }: { deviceId: number; name: string }) => [deviceId, name],
    );
  expect(await all(person.token)).toEqual([
    [device, 'own'],
    [device, 'group'],
  ]);
  expect(await all(admin.token, `maintenanceId=${ofGroup}`)).toEqual([
    [device, 'group'],
    [foreign, 'group'],
  ]);
  expect(await all(stranger.token)).toEqual([]);
  expect(await all(person.token, 'urgency=due&urgency=soon')).toEqual([]);
  expect(await all(person.token, 'limit=1&offset=1')).toEqual([[device, 'group']]);

  const hidden = await ask('GET', `/api/maintenance/states?maintenanceId=${own}`, { token: stranger.token });
  expect(hidden.status).toBe(404);

  const body = { lastServiceId: 0, value: 0 };
  const status = async (input: object, token: string) => (await perform({ ...body, ...input }, token)).status;
  expect(await status({ deviceId: device, maintenanceId: own }, stranger.token)).toBe(404);
  await world.link(stranger.id, { maintenance: own });
  expect(await status({ deviceId: device, maintenanceId: own }, stranger.token)).toBe(404);
  expect(await status({ deviceId: foreign, maintenanceId: ofGroup }, person.token)).toBe(404);
  // seen both, and not linked
  expect(await status({ deviceId: foreign, maintenanceId: own }, admin.token)).toBe(404);
  const { body: noted } = await perform({ ...body, deviceId: device, maintenanceId: own }, person.token);
  const services = async (token: string) =>
    (await ask('GET', '/api/maintenance/services', { token })).body.length;
  expect([await services(person.token), await services(stranger.token)]).toEqual([1, 0]);
  const at = `/api/maintenance/services/${noted.lastService.id}`;
  // he sees the maintenance and not the device: as one that was never there
  const missing = await ask('DELETE', '/api/maintenance/services/2147483647', { token: stranger.token });
  const unseen = await ask('DELETE', at, { token: stranger.token });
  expect([unseen.status, unseen.body.code, unseen.body.message]).toEqual([
    404,
    missing.body.code,
    missing.body.message.replace('2147483647', String(noted.lastService.id)),
  ]);
  const away = await world.person();
  expect((await ask('DELETE', at, { token: away.token })).body.message).toBe(unseen.body.message);
  // a maintenance that he does not see is not told of on a device that he sees
  const inner = await made({ name: 'inner' });
  await ask('POST', '/api/permissions', {
    token: admin.token,
    body: { groupId: above, maintenanceId: inner },
  });
  await perform({ ...body, deviceId: device, maintenanceId: inner, note: 'cobrança' });
  expect(await services(person.token)).toBe(1);
  expect(await all(person.token), 'nor is it in his list of what is due').toHaveLength(2);
  expect(await all(person.token, `deviceId=${device}`)).toHaveLength(2);
  expect(await all(admin.token, `deviceId=${device}`)).toHaveLength(3);
  expect(await services(admin.token)).toBeGreaterThan(1);
});

test('[MNT-01] [ROLE-02] whose devices are read-only notes what he made himself; a read-only account notes nothing', async () => {
  const client = await world.person({ device_readonly: true });
  const reader = await world.person({ readonly: true });
  const device = await world.device();
  for (const { id } of [client, reader]) await world.link(id, { device });
  const [own, centres] = [await made({}, client.token), await made({})];
  for (const { id } of [client, reader]) await world.link(id, { maintenance: centres });
  for (const id of [own, centres]) await link(device, id);
  // which he made before he might only read
  await pool.query('UPDATE maintenances SET created_by = $1 WHERE id = $2', [reader.id, centres]);
  const performable = async (token: string) =>
    (await statesOf(device, token)).map(({ maintenanceId, mayPerform }: Record<string, unknown>) => [
      maintenanceId,
      mayPerform,
    ]);
  expect(await performable(client.token)).toEqual([
    [own, true],
    [centres, false],
  ]);
  expect(await performable(reader.token)).toEqual([
    [own, false],
    [centres, false],
  ]);
  const body = { deviceId: device, lastServiceId: 0, value: 0 };
  expect((await perform({ ...body, maintenanceId: own }, client.token)).status).toBe(200);
  expect((await perform({ ...body, maintenanceId: centres }, client.token)).body.code).toBe('made-by-others');
  expect((await perform({ ...body, maintenanceId: centres }, reader.token)).body.code).toBe(
    'account-readonly',
  );
});

test('[MNT-01] what was done stays when its maintenance is removed, by its name', async () => {
  const device = await world.device();
  const maintenanceId = await made({ name: 'Pneus' });
  await link(device, maintenanceId);
  const body = { deviceId: device, maintenanceId, lastServiceId: 0, value: 7 };
  const { body: noted } = await perform(body);
  expect((await ask('DELETE', `/api/maintenance/${maintenanceId}`, { token: admin.token })).status).toBe(204);
  const { body: services } = await ask('GET', `/api/maintenance/services?deviceId=${device}`, {
    token: admin.token,
  });
  expect(services).toMatchObject([{ id: noted.lastService.id, maintenanceId: 0, name: 'Pneus', value: 7 }]);
  const other = await world.person();
  await world.link(other.id, { device });
  const told = await ask('GET', `/api/maintenance/services?deviceId=${device}`, { token: other.token });
  expect(told.body, 'of one that is gone nobody knows who saw it').toEqual([]);
  const gone = await ask('DELETE', `/api/maintenance/services/${noted.lastService.id}`, {
    token: admin.token,
  });
  expect(gone.status).toBe(404);
});
