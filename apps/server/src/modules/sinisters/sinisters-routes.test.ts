import { occurrenceCategories } from '@atalaia/domain/catalog/sinister-kinds';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely, published } = await createTestApp();

const openingDate = '2025-11-20T10:00:00.000Z';
const opening = { openingDate, openingType: 'theft', openingDescription: 'Levado da porta de casa' };
const closing = {
  closingDate: '2025-11-20T18:00:00.000Z',
  closingType: 'vehicleFound',
  vehicleDamaged: true,
  closingAddress: 'Av. Beira Mar, 100',
  closingDescription: 'Encontrado abandonado',
};

/** A device of a customer, an operator who sees it, and where it was last. */
async function scene(place?: { latitude: number; longitude: number }) {
  const operator = await world.person({ name: 'Ana Operadora' });
  const customerId = await world.customer();
  await kysely
    .updateTable('customers')
    .set({
      name: 'José da Conceição',
      phone: '',
      cellphone: '85 99999-0000',
      notification_email: 'jose@example.com',
    })
    .where('id', '=', customerId)
    .execute();
  const attributes = { plate: 'ABC1D23', vehicleModel: 'Fiorino', color: 'branca', devicePassword: 'secret' };
  const deviceId = await world.device({ name: 'Fiorino 7', customer_id: customerId, attributes });
  await world.link(operator.id, { device: deviceId });
  if (place) {
    await kysely
      .insertInto('device_state')
      .values({ device_id: deviceId, ...place })
      .execute();
  }
  const { token } = operator;
  const open = (more: object = {}) =>
    ask('POST', '/api/sinisters/open', { token, body: { ...opening, deviceId, customerId, ...more } });
  const close = (id: number, more: object = {}) =>
    ask('PUT', `/api/sinisters/${id}/close`, { token, body: { id, ...closing, ...more } });
  const attributesNow = async () =>
    (await ask('GET', `/api/devices/${deviceId}`, { token })).body.attributes as { sinisterId?: number };
  return { token, operator, customerId, deviceId, open, close, attributesNow };
}

test('[SIN-07] [SIN-15] opening keeps customer, vehicle and who opened, and fills the place from the last position', async () => {
  const { open, deviceId, customerId } = await scene({ latitude: -3.73, longitude: -38.52 });
  const { status, body } = await open();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    deviceId,
    customerId,
    status: 'opened',
    openedBy: 'Ana Operadora',
    openingDate,
    openingType: 'theft',
    openingLatitude: -3.73,
    openingLongitude: -38.52,
    devicePlate: 'ABC1D23',
    deviceModel: 'Fiorino',
    deviceColor: 'branca',
    customer: { name: 'José da Conceição', phone: '85 99999-0000', email: 'jose@example.com' },
    customerName: 'José da Conceição',
    vehicleDamaged: false,
    closedAt: null,
    occurenceIds: [],
    occurrences: [],
  });
  expect(body.device.attributes).toEqual({ plate: 'ABC1D23', vehicleModel: 'Fiorino', color: 'branca' });
});

test('[SIN-15] a place that is sent stands; without one and without a position there is none', async () => {
  const moved = await scene({ latitude: 1, longitude: 1 });
  const sent = await moved.open({ openingLatitude: -23.5, openingLongitude: -46.6, openingAddress: 'Rua A' });
  expect(sent.body).toMatchObject({
    openingLatitude: -23.5,
    openingLongitude: -46.6,
    openingAddress: 'Rua A',
  });
  const still = await scene();
  expect((await still.open()).body).toMatchObject({ openingLatitude: null, openingLongitude: null });
});

test('[SIN-12] the device bears the number of its open sinister, and no longer once it is closed', async () => {
  const { open, close, attributesNow } = await scene();
  const { id } = (await open()).body;
  expect((await attributesNow()).sinisterId).toBe(id);
  await close(id);
  expect(await attributesNow()).toEqual({
    plate: 'ABC1D23',
    vehicleModel: 'Fiorino',
    color: 'branca',
    devicePassword: 'secret',
  });
});

test('[SIN-15] a second open sinister of a device is refused, a next one after closing is not, and numbers run on', async () => {
  const { open, close, deviceId } = await scene();
  const first = (await open()).body;
  const second = await open();
  expect([second.status, second.body.code, second.body.details]).toEqual([
    400,
    'sinister-already-open',
    { number: first.number },
  ]);
  await close(first.id);
  const third = (await open()).body;
  expect(third.number).toBe(first.number + 1);
  const rows = await kysely.selectFrom('sinisters').select('id').where('device_id', '=', deviceId).execute();
  expect(rows).toHaveLength(2);
});

test('[SIN-15] numbers have no gap when many open at once, and one device has one case', async () => {
  const scenes = await Promise.all(Array.from({ length: 5 }, () => scene()));
  const answers = await Promise.all(scenes.flatMap(({ open }) => [open(), open()]));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  const rows = await kysely.selectFrom('sinisters').select('number').orderBy('number').execute();
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
});

test('[SIN-07] every missing field of an opening is named at once, and a customer must be known', async () => {
  const { token, open } = await scene();
  const empty = await ask('POST', '/api/sinisters/open', { token, body: {} });
  const paths = empty.body.details.fields.map(({ path }: { path: string }) => path);
  expect([empty.status, paths]).toEqual([
    400,
    ['deviceId', 'customerId', 'openingDate', 'openingType', 'openingDescription'],
  ]);
  const foreign = await open({ customerId: await world.customer() });
  expect([foreign.status, foreign.body.code, foreign.body.details.fields[0].path]).toEqual([
    400,
    'reference-not-found',
    'customerId',
  ]);
});

test('[SIN-11] closing says how, when, where and by whom, once', async () => {
  const { open, close } = await scene({ latitude: -5, longitude: -39 });
  const { id } = (await open()).body;
  const { status, body } = await close(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'closed',
    closedBy: 'Ana Operadora',
    closingType: 'vehicleFound',
    closingDate: closing.closingDate,
    closingAddress: 'Av. Beira Mar, 100',
    closingLatitude: -5,
    closingLongitude: -39,
    vehicleDamaged: true,
  });
  expect(body.closedAt).not.toBeNull();
  const again = await close(id);
  expect([again.status, again.body.code]).toEqual([400, 'sinister-closed']);
});

test('[SIN-11] a closing of another sinister, before the opening or half filled is refused by field', async () => {
  const { open, close, token } = await scene();
  const { id } = (await open()).body;
  const other = await close(id, { id: id + 1 });
  expect([other.status, other.body.details.fields[0].path]).toEqual([400, 'id']);
  const early = await close(id, { closingDate: '2025-11-20T09:00:00.000Z' });
  expect([early.status, early.body.details.fields[0].path]).toEqual([400, 'closingDate']);
  const empty = await ask('PUT', `/api/sinisters/${id}/close`, { token, body: { id } });
  const paths = empty.body.details.fields.map(({ path }: { path: string }) => path);
  expect(paths).toEqual([
    'closingDate',
    'closingType',
    'vehicleDamaged',
    'closingAddress',
    'closingDescription',
  ]);
});

test('[SIN-07] [SIN-11] what has not happened yet, or long ago, is no opening and no closing', async () => {
  const { open, close } = await scene();
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const wrong = ['9999-12-31T00:00:00.000Z', '1999-12-31T23:59:59.000Z', inMinutes(30)];
  const pathOf = ({ body }: Awaited<ReturnType<typeof open>>) => body.details.fields[0].path;
  for (const openingDate of wrong) expect(pathOf(await open({ openingDate }))).toBe('openingDate');
  const { id } = (await open({ openingDate: inMinutes(2) })).body;
  for (const closingDate of wrong) expect(pathOf(await close(id, { closingDate }))).toBe('closingDate');
  expect((await close(id, { closingDate: inMinutes(3) })).status).toBe(200);
});

test('[SIN-06] the list shows open cases, with all=true closed ones too, by page and word', async () => {
  const { open, close, token } = await scene();
  const first = (await open()).body;
  await close(first.id);
  const second = (await open()).body;
  const ids = async (query: string) => {
    const { body } = await ask('GET', `/api/sinisters${query}`, { token });
    return body.map(({ id }: { id: number }) => id);
  };
  expect(await ids('')).toEqual([second.id]);
  expect(await ids('?all=true')).toEqual([second.id, first.id]);
  expect(await ids('?all=true&limit=1&offset=1')).toEqual([first.id]);
  expect(await ids('?keyword=abc1d')).toEqual([second.id]);
  expect(await ids('?keyword=conceição&all=true')).toEqual([second.id, first.id]);
  expect(await ids('?keyword=nothing')).toEqual([]);
  expect(await ids(`?deviceId=${second.deviceId}&customerId=${second.customerId}`)).toEqual([second.id]);
});

test('[SIN-05] what was opened, added to or closed shows at once in the lists that are loaded again', async () => {
  const { open, close, token } = await scene();
  const { id } = (await open()).body;
  const opened = async () => (await ask('GET', '/api/sinisters', { token })).body;
  expect(await opened()).toEqual([expect.objectContaining({ id, status: 'opened', occurenceIds: [] })]);
  const body = {
    sinisterId: id,
    category: 'supportOnTheWay',
    occurrenceDate: '2025-11-20T11:00:00.000Z',
    description: 'Apoio a caminho',
    attributes: {},
  };
  const added = (await ask('POST', `/api/sinisters/${id}/occurrences`, { token, body })).body;
  expect((await opened())[0].occurenceIds).toEqual([added.id]);
  await close(id);
  expect(await opened()).toEqual([]);
  const all = (await ask('GET', '/api/sinisters?all=true', { token })).body;
  expect(all).toEqual([expect.objectContaining({ id, status: 'closed', occurenceIds: [added.id] })]);
});

test('[SIN-08] [SIN-10] every type and category of the source is taken as it stands there, and no other', async () => {
  for (const openingType of ['robbery', 'theft', 'misappropriation', 'accident', 'other']) {
    expect((await (await scene()).open({ openingType })).body.openingType).toBe(openingType);
  }
  const { open, close, token } = await scene();
  expect((await open({ openingType: 'lost' })).body.details.fields[0].path).toBe('openingType');
  for (const closingType of ['vehicleFound', 'vehicleNotFound', 'falsePositive']) {
    expect((await close((await open()).body.id, { closingType })).body.closingType).toBe(closingType);
  }
  const { id } = (await open()).body;
  expect((await close(id, { closingType: 'lost' })).body.details.fields[0].path).toBe('closingType');
  const add = (category: string) =>
    ask('POST', `/api/sinisters/${id}/occurrences`, {
      token,
      body: { sinisterId: id, category, occurrenceDate: openingDate, description: 'x', attributes: {} },
    });
  for (const category of occurrenceCategories) expect((await add(category)).body.category).toBe(category);
  expect((await add('lost')).body.details.fields[0].path).toBe('category');
});

test('[SIN-14] opening and closing are told live, the device and its registry too', async () => {
  const { open, close, deviceId } = await scene();
  published.length = 0;
  const { id } = (await open()).body;
  await close(id);
  const messages = published.filter(({ topic }) => topic === 'sinisters').map(({ message }) => message);
  const states = (messages as { deviceId: number; json: string }[][]).map(([one]) => [
    one?.deviceId,
    JSON.parse(one?.json ?? '').status,
  ]);
  expect(states).toEqual([
    [deviceId, 'opened'],
    [deviceId, 'closed'],
  ]);
  expect(published.filter(({ topic }) => topic === 'devices')).toHaveLength(2);
  expect(published.filter(({ topic }) => topic === 'deviceRegistry')).toHaveLength(2);
});

test('[ROLE-07] a sinister is seen through its device, the customer or a group, and by nobody else', async () => {
  const { open, customerId } = await scene();
  const { id } = (await open()).body;
  const group = await world.group();
  await kysely.updateTable('customers').set({ group_id: group }).where('id', '=', customerId).execute();
  const ofCustomer = await world.person({ customer_id: customerId });
  const ofGroup = await world.person();
  await world.link(ofGroup.id, { group });
  const stranger = await world.person();
  const seen = await Promise.all(
    [ofCustomer, ofGroup, stranger].map(async ({ token }) => {
      const one = await ask('GET', `/api/sinisters/${id}`, { token });
      const list = await ask('GET', '/api/sinisters', { token });
      return [one.status, list.body.length];
    }),
  );
  expect(seen).toEqual([
    [200, 1],
    [200, 1],
    [404, 0],
  ]);
});

test('[SIN-12] neither vehicle nor customer of an open case is removed, and who tries is told its number', async () => {
  const { open, close, deviceId, customerId } = await scene();
  const { id, number } = (await open()).body;
  const { token } = await world.administrator();
  const paths = [`/api/devices/${deviceId}`, `/api/customers/${customerId}`];
  for (const path of paths) {
    const { status, body } = await ask('DELETE', path, { token });
    const [open] = body.details.dependents;
    expect([status, body.code, open]).toMatchObject([
      409,
      'in-use',
      { kind: 'sinister', count: 1, named: [{ id, name: String(number) }] },
    ]);
  }
  await close(id);
  for (const path of paths) expect((await ask('DELETE', path, { token })).status).toBe(204);
});

test('[ROLE-07] a closed case outlives its device: administrators and who sees the customer still see it', async () => {
  const { open, close, token, deviceId, customerId } = await scene();
  const { id } = (await open()).body;
  await close(id);
  const ofCustomer = await world.person({ customer_id: customerId });
  expect(
    (await ask('DELETE', `/api/devices/${deviceId}`, { token: (await world.administrator()).token })).status,
  ).toBe(204);
  expect((await ask('GET', `/api/sinisters/${id}`, { token })).status).toBe(404);
  const retained = await ask('GET', '/api/sinisters?all=true', { token: ofCustomer.token });
  expect(retained.body).toMatchObject([{ id, devicePlate: 'ABC1D23', device: { name: 'Fiorino 7' } }]);
});

test('[SEC-03] opening, adding and closing leave their lines in the audit', async () => {
  const { open, close, token } = await scene();
  const { id } = (await open()).body;
  const body = { category: 'policeArriveAtTheScene', occurrenceDate: openingDate, description: 'x' };
  await ask('POST', `/api/sinisters/${id}/occurrences`, { token, body });
  await close(id);
  const lines = await kysely
    .selectFrom('audit')
    .select(['action', 'noun'])
    .orderBy('id', 'desc')
    .limit(3)
    .execute();
  expect(lines).toEqual([
    { action: 'close', noun: 'sinister' },
    { action: 'create', noun: 'occurrence' },
    { action: 'open', noun: 'sinister' },
  ]);
});
