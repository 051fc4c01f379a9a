import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '../test-app.ts';

const { ask, world, kysely, pool } = await createTestApp();
const admin = await world.administrator();

/** What is looked for, and whether the row that is meant is found by it. */
async function isFoundBy(noun: string, id: number, keyword: string): Promise<boolean> {
  const url = `/api/${noun}?all=true&keyword=${encodeURIComponent(keyword)}`;
  const { status, body } = await ask('GET', url, { token: admin.token });
  expect([url, status]).toEqual([url, 200]);
  return body.some((each: { id: number }) => each.id === id);
}

async function expectFound(noun: string, id: number, found: readonly string[], missed: readonly string[]) {
  for (const keyword of found) expect([keyword, await isFoundBy(noun, id, keyword)]).toEqual([keyword, true]);
  for (const keyword of missed)
    expect([keyword, await isFoundBy(noun, id, keyword)]).toEqual([keyword, false]);
}

async function insert(table: string, values: Readonly<Record<string, unknown>>): Promise<number> {
  const names = Object.keys(values);
  const { rows } = await pool.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING id`,
    Object.values(values),
  );
  return rows[0].id;
}

test('[LIST-02] a notification is found by what people read for its type, its alarms and its channels', async () => {
  const id = await insert('notifications', {
    type: 'alarm',
    notificators: 'mail,mobile',
    attributes: { alarms: 'sos,powerCut' },
  });
  const found = ['alarme', 'ALARM', 'pânico', 'panico', 'Alimentação cortada', 'power', 'celular', 'e-mail'];
  await expectFound('notifications', id, found, ['ignição', 'sms', 'capô', '%']);
});

test('[LIST-02] a maintenance, a geofence, a computed attribute and a saved command are found by their labels', async () => {
  const maintenance = await insert('maintenances', {
    name: 'Óleo',
    type: 'totalDistance',
    start: 0,
    period: 1000,
  });
  await expectFound('maintenance', maintenance, ['odômetro', 'ODOMETER', 'oleo'], ['horas', 'círculo']);
  const geofence = await insert('geofences', {
    name: 'Base',
    description: 'Pátio de manobra',
    area: 'CIRCLE (-3.73 -38.52, 100)',
  });
  await expectFound('geofences', geofence, ['círculo', 'Circle', 'patio'], ['polígono', 'line']);
  const attribute = await insert('computed_attributes', {
    description: 'Dobro',
    attribute: 'fuel',
    expression: 'speed * 2',
    type: 'boolean',
  });
  await expectFound('attributes/computed', attribute, ['combustível', 'speed *', 'dobro'], ['odômetro']);
  const command = await insert('commands', {
    description: 'Trava',
    type: 'engineStop',
    text_channel: true,
    attributes: { data: 'RELAY,1#' },
  });
  await expectFound('commands', command, ['bloquear', 'sms', 'relay,1'], ['liberar', 'conexão']);
});

test('[LIST-02] a customer is found by his phone in any form, his state, category and status', async () => {
  const id = await world.customer();
  await kysely
    .updateTable('customers')
    .set({
      phone: '1136614455',
      city: 'Jundiaí',
      state: 'SP',
      category: 'partner',
      status: 'frozen',
    })
    .where('id', '=', id)
    .execute();
  const found = ['(11) 3661', '1136614455', '3661-4455', 'jundiai', 'sp', 'Parceiro', 'partner', 'CONGELADO'];
  await expectFound('customers', id, found, ['(11) 3662', 'rj', 'Ativo', 'Cliente', 'desativado']);
  await kysely.updateTable('customers').set({ disabled: true }).where('id', '=', id).execute();
  // a list says of whoever is disabled nothing else
  await expectFound('customers', id, ['desativado', 'disabled'], ['congelado']);
});

test('[LIST-02] a user is found by e-mail, login, phone, the name of his customer and his state', async () => {
  const customer = await world.customer();
  await kysely.updateTable('customers').set({ name: 'Granja Água' }).where('id', '=', customer).execute();
  const { id, email } = await world.person({ login: 'zu.lima', phone: '11987654321', customer_id: customer });
  const found = [email, 'zu.l', '(11) 98765-4321', '87654', 'granja agua', 'ativo', 'Active'];
  await expectFound('users', id, found, ['administrador', 'disabled']);
});

test('[LIST-02] a device is found by its model and by what its state is called', async () => {
  const [online, without, disabled] = [
    await world.device({ model: 'Suntech ST-4315' }),
    await world.device(),
    await world.device({ disabled: true }),
  ];
  for (const id of [online, disabled]) {
    await sql`INSERT INTO device_state (device_id, status) VALUES (${id}, 'online')
      ON CONFLICT (device_id) DO UPDATE SET status = 'online'`.execute(kysely);
  }
  await sql`DELETE FROM device_state WHERE device_id = ${without}`.execute(kysely);
  await expectFound(
    'devices',
    online,
    ['online', 'st4315', 'suntech'],
    ['offline', 'desconhecido', 'desativado'],
  );
  await expectFound('devices', without, ['offline'], ['online', 'unknown', 'suntech']);
  await expectFound('devices', disabled, ['desativado', 'DISABLED'], ['online', 'offline']);
});

test('[LIST-02] [ROLE-01] a group is found by the group it lies in, by those who see that one', async () => {
  const above = await world.group({ name: 'Região Sul' });
  const id = await world.group({ name: 'Curitiba', group_id: above });
  await expectFound('groups', id, ['curi', 'regiao'], ['norte']);
  const person = await world.person();
  await world.link(person.id, { group: id });
  const { body } = await ask('GET', '/api/groups?keyword=regiao', { token: person.token });
  expect(body).toEqual([]);
});

test('[LIST-02] [ROLE-01] devices are found by their group and their customer, of which few or thousands bear the word', async () => {
  const group = await world.group({ name: 'Frota Cariri' });
  const customer = await insert('customers', { name: 'Conceição Lima', cpf_cnpj: '00000000191' });
  const [inGroup, ofCustomer] = [
    await world.device({ group_id: group }),
    await world.device({ customer_id: customer }),
  ];
  await expectFound('devices', inGroup, ['frota cariri'], ['conceicao']);
  await expectFound('devices', ofCustomer, ['CONCEICAO', 'ceição l'], ['cariri']);
  const person = await world.person();
  await world.link(person.id, { device: inGroup });
  const seen = async (keyword: string) =>
    (await ask('GET', `/api/devices?keyword=${keyword}`, { token: person.token })).body.length;
  expect([await seen('cariri'), await seen('conceicao')]).toEqual([1, 0]);

  await pool.query(`
    WITH made AS (
      INSERT INTO customers (name, cpf_cnpj) SELECT 'Mutirão ' || i, 'm' || i FROM generate_series(1, 5001) AS i RETURNING id
    ) INSERT INTO devices (name, unique_id, customer_id) SELECT 'x', 'of-' || id, id FROM made`);
  const { headers } = await ask('GET', '/api/devices?limit=1&keyword=mutirao', { token: admin.token });
  expect(headers['x-total-count']).toBe('5001');
});
