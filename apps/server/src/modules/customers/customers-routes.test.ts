import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, pool, published, services } = await createTestApp();
const admin = await world.administrator();

const least = {
  cpfCnpj: '529.982.247-25',
  type: 'F',
  name: 'Maria',
  street: 'Rua A',
  number: '10',
  neighborhood: 'Centro',
  city: 'Fortaleza',
  state: 'CE',
  postalCode: '60311-280',
  phone: '(85) 99999-0000',
  notificationEmail: 'maria@example.com',
  category: 'client',
  status: 'active',
};
const save = (body: object, token = admin.token) => ask('POST', '/api/customers', { token, body });
const list = (query: string, token = admin.token) => ask('GET', `/api/customers${query}`, { token });

test('[CUS-01] [API-04] every field is kept as given, the document bare, the registration dated now, derived ones dropped', async () => {
  const group = await world.group();
  const more = {
    ...{ groupId: group, complement: 'ap 1', cellphone: '85 98888-0000', secondaryEmail: 'm@example.com' },
    ...{ notes: 'pays late', disabled: true, expirationDate: '2027-01-01T03:00:00.000Z', invoiceDay: 5 },
    attributes: { origin: 'shop' },
  };
  const before = Date.now();
  const { body } = await save({ ...least, ...more, expirationTime: '2030-01-01T00:00:00Z', unknown: 1 });
  const { id, registrationDate, ...rest } = body;
  expect(rest).toEqual({ ...least, ...more, cpfCnpj: '52998224725' });
  expect(id).toBeGreaterThan(0);
  expect(Math.abs(Date.parse(registrationDate) - before)).toBeLessThan(60_000);
  const retained = await ask('PUT', `/api/customers/${id}`, {
    token: admin.token,
    body: { ...least, name: 'Ana' },
  });
  expect(retained.body).toEqual({ ...body, name: 'Ana' });
});

test('[CUS-01] [API-03] what is required and missing is named all at once', async () => {
  const { body, status } = await save({ type: 'X', state: 'C', invoiceDay: 32 });
  expect(status).toBe(400);
  const paths = body.details.fields.map(({ path }: { path: string }) => path);
  expect(paths.toSorted()).toEqual(['invoiceDay', ...Object.keys(least)].toSorted());
  expect((await save({ ...least, cpfCnpj: '.-' })).body.details.fields[0].path).toBe('cpfCnpj');
});

test('[CUS-04] a wrong check digit is not refused, nor a document that another customer has', async () => {
  for (const cpfCnpj of ['111.111.111-12', '12.ABC.345/01DE-99', '123']) {
    expect((await save({ ...least, type: 'J', cpfCnpj })).status).toBe(200);
  }
  expect((await save({ ...least, cpfCnpj: '12.abc.345/01de-99' })).body.cpfCnpj).toBe('12ABC34501DE99');
});

test('[ROLE-07] who is no administrator names a group that he sees, and so sees the customer', async () => {
  const person = await world.person();
  const [own, foreign] = [await world.group(), await world.group()];
  await world.link(person.id, { group: own });
  expect((await save(least, person.token)).body.code).toBe('customer-group-required');
  expect((await save({ ...least, groupId: foreign }, person.token)).body.code).toBe('reference-not-found');
  const made = await save({ ...least, groupId: own }, person.token);
  expect(made.status).toBe(200);
  expect((await list('', person.token)).body).toEqual([made.body]);
  const out = { ...least, groupId: 0 };
  const at = `/api/customers/${made.body.id}`;
  expect((await ask('PUT', at, { token: person.token, body: out })).body.code).toBe(
    'customer-group-required',
  );
  expect((await ask('PUT', at, { token: person.token, body: least })).body.groupId).toBe(own);
});

test('[CUS-02] lists come by name and are narrowed by group and keyword, a document with its mask or without', async () => {
  const above = await world.group();
  const group = await world.group({ group_id: above });
  for (const [name, cpfCnpj] of [
    ['Zeca', '000.000.001-91'],
    ['Água', '123.456.789-09'],
    ['Bia', '987.654.321-00'],
  ]) {
    await save({ ...least, groupId: group, name, cpfCnpj, city: `${name}lândia` });
  }
  const names = async (query: string) => (await list(query)).body.map(({ name }: { name: string }) => name);
  expect(await names(`?groupId=${above}`)).toEqual(['Água', 'Bia', 'Zeca']);
  expect(await names(`?groupId=${above}&keyword=987.654`)).toEqual(['Bia']);
  expect(await names(`?groupId=${above}&keyword=00000000191`)).toEqual(['Zeca']);
  expect(await names(`?groupId=${above}&keyword=águal`)).toEqual(['Água']);
  expect(await names(`?groupId=${above}&limit=1&offset=2`)).toEqual(['Zeca']);
});

test('[CUS-02] [SEC-03] a customer who is removed leaves his devices, which are told with what they lost', async () => {
  const { body: customer } = await save({ ...least, name: 'Gone' });
  const device = await world.device({ customer_id: customer.id });
  published.length = 0;
  const at = `/api/customers/${customer.id}`;
  await ask('PUT', at, { token: admin.token, body: { ...least, name: 'Renamed' } });
  const renamed = published.find(({ topic }) => topic === 'devices')?.message as { json: string }[];
  expect(JSON.parse(renamed[0]?.json ?? '')).toMatchObject({ id: device, customerName: 'Renamed' });
  published.length = 0;
  expect((await ask('DELETE', `${at}?decision=device:detach`, { token: admin.token })).status).toBe(204);
  const [fragment] = await services.devices.describe([device]);
  expect(JSON.parse(fragment?.json ?? '')).toMatchObject({ customerId: 0, customerName: null });
  expect(published.map(({ topic }) => topic)).toEqual(['deviceRegistry', 'visibility', 'devices']);
  const { rows } = await pool.query(
    "SELECT action FROM audit WHERE noun = 'customer' AND object_id = $1 ORDER BY id",
    [customer.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'remove']);
});
