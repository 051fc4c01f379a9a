import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, app, world, kysely, published, services } = await createTestApp();
await app.listen({ host: '127.0.0.1', port: 0 });
const admin = await world.administrator();

const headings =
  'Cliente: Nome;CPF/CNPJ;Cliente: Grupo;Logradouro;Número;Bairro;Cidade;Estado;CEP;Cliente: Telefone;E-mail para notificações;Cliente: Categoria;Situação;Cliente: Data de validade;Dispositivo: Nome;Identificador;Usuário: Nome;Usuário: E-mail';
const address =
  'Rua São João;1;Centro;Fortaleza;Ceará;60311-280;(85) 3333-4444;a@b.c;Cliente;Ativo;31/12/2030';
const line = (name: string, document: string, device: string, email = '') =>
  [name, document, '', address, device, device, email && 'Pessoa', email].join(';');
const file = (...rows: string[]) => [headings, ...rows].join('\n');
const send = (body: string, query = '', token = admin.token) =>
  ask('POST', `/api/imports/base${query}`, { token, body, headers: { 'content-type': 'text/csv' } });
const places = (body: { errors: { cell: string | null; code: string }[] }) =>
  body.errors.map(({ cell, code }) => `${cell} ${code}`);
const customersOf = (document: string) =>
  kysely.selectFrom('customers').selectAll().where('cpf_cnpj', '=', document).execute();
const deviceOf = (uniqueId: string) =>
  kysely.selectFrom('devices').selectAll().where('unique_id', '=', uniqueId).executeTakeFirst();

const waitingFor = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      kysely,
    );
    expect(rows.length).toBeGreaterThanOrEqual(count);
  }, 15_000);

/** Somebody else writes these, and has not ended yet: whoever writes the same waits for him. */
async function writing(what: { readonly uniqueId?: string; readonly email?: string }) {
  const transaction = await kysely.startTransaction().execute();
  if (what.uniqueId !== undefined)
    await transaction.insertInto('devices').values({ name: 'Outro', unique_id: what.uniqueId }).execute();
  if (what.email !== undefined) {
    const user = { name: 'Outra', email: what.email, password_hash: 'none' };
    const { id } = await transaction
      .insertInto('users')
      .values(user)
      .returning('id')
      .executeTakeFirstOrThrow();
    await transaction.insertInto('sign_in_names').values({ name: what.email, user_id: id }).execute();
  }
  return transaction;
}

test('[KEPT-01] of two files that bring one customer at once the second finds him', async () => {
  const other = await writing({ uniqueId: 'held-1' });
  const first = send(file(line('Uma', '529.982.247-25', 'held-1')));
  await waitingFor(1);
  let isDone = false;
  const second = send(file(line('Duas', '529.982.247-25', 'two-1'))).finally(() => {
    isDone = true;
  });
  await vi.waitFor(async () => isDone || waitingFor(2));
  await other.rollback().execute();
  expect((await first).body).toEqual({ created: 2 });
  expect((await second).body).toEqual({ created: 1 });
  const [customer, ...more] = await customersOf('52998224725');
  expect([customer?.name, more]).toEqual(['Uma', []]);
  expect((await deviceOf('two-1'))?.customer_id).toBe(customer?.id);
});

test('[KEPT-01] what somebody registers in the middle of it is told by its cell, and passed over where the person wants that', async () => {
  const customer = (text: string) => text.replaceAll(/(390.533.447-05|153.509.460-56);;/g, '$1;Base Meio;');
  const taken = [
    [{ uniqueId: 'meanwhile-1' }, line('Meio', '390.533.447-05', 'meanwhile-1')],
    [{ email: 'meio@base.test' }, line('Meio', '390.533.447-05', 'mailed-1', 'meio@base.test')],
  ] as const;
  // nobody sees another's device by its identifier alone
  const monitor = await world.person({ device_limit: -1, user_limit: -1 });
  const group = await world.group({ name: 'Base Meio' });
  await world.link(monitor.id, { group });
  for (const [what, row] of taken) {
    const other = await writing(what);
    const text = customer(file(row, line('Meio', '390.533.447-05', `free-${row.length}`)));
    const saving = send(text, '?skip=true', monitor.token);
    await waitingFor(1);
    await other.commit().execute();
    const saved = await saving;
    expect([saved.status, saved.body.skipped]).toEqual([200, 1]);
    const free = await deviceOf(`free-${row.length}`);
    expect(free?.customer_id).toBe((await customersOf('39053344705'))[0]?.id);
  }
  expect((await customersOf('39053344705')).length).toBe(1);
  const other = await writing({ uniqueId: 'meanwhile-2' });
  const refused = send(customer(file(line('Fim', '153.509.460-56', 'meanwhile-2'))), '', monitor.token);
  await waitingFor(1);
  await other.commit().execute();
  const { status, body } = await refused;
  expect([status, body.code, places(body.details)]).toEqual([400, 'import-refused', ['P2 taken']]);
  expect(await customersOf('15350946056')).toEqual([]);
});

test('[KEPT-01] a customer who is removed in the middle of it leaves no device without its customer', async () => {
  const group = await world.group();
  const gone = await world.customer(group);
  await kysely
    .updateTable('customers')
    .set({ name: 'Vai embora', cpf_cnpj: '1' })
    .where('id', '=', gone)
    .execute();
  const other = await writing({ uniqueId: 'orphan-1' });
  const saving = send(
    ['Cliente: Nome;Dispositivo: Nome;Identificador', 'Vai embora;Órfão;orphan-1'].join('\n'),
  );
  await waitingFor(1);
  await kysely.deleteFrom('customers').where('id', '=', gone).execute();
  await other.rollback().execute();
  const { body } = await saving;
  expect([body.code, body.details && places(body.details)]).toEqual(['import-refused', ['null required']]);
  expect(await deviceOf('orphan-1')).toBeUndefined();
});

test('[KEPT-01] a user who is removed in the middle of it is looked at once more, and is new', async () => {
  const gone = await world.person({ email: 'gone@base.test', name: 'Antes' });
  const other = await kysely.startTransaction().execute();
  await other.deleteFrom('users').where('id', '=', gone.id).execute();
  const saving = send('Usuário: Nome;Usuário: E-mail\nDepois;gone@base.test', '?update=true');
  await waitingFor(1);
  await other.commit().execute();
  const { status, body } = await saving;
  expect([status, body]).toEqual([200, { created: 1, updated: 0 }]);
});

test('[KEPT-01] whoever cancels in the middle keeps nothing', async () => {
  const other = await writing({ uniqueId: 'cancel-1' });
  const { port } = app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const saving = fetch(`http://127.0.0.1:${port}/api/imports/base`, {
    method: 'POST',
    body: file(line('Cancela', '987.654.321-00', 'cancel-1')),
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
    signal: leaving.signal,
  }).catch(() => 'left');
  await waitingFor(1);
  leaving.abort();
  expect(await saving).toBe('left');
  await other.rollback().execute();
  // comes after it
  expect((await send(file(line('Depois', '862.883.667-57', 'after-1')))).body).toEqual({ created: 2 });
  expect([await customersOf('98765432100'), await deviceOf('cancel-1')]).toEqual([[], undefined]);
});

test('[KEPT-01] [AUTH-05] who is blocked by a file, or whose account ends with it, is out at once', async () => {
  const [blocked, ended, stays] = [await world.person(), await world.person(), await world.person()];
  const text = [
    'Usuário: E-mail;Usuário: Desativado;Usuário: Validade',
    `${blocked.email};Sim;`,
    `${ended.email};;01/01/2020`,
    `${stays.email};;31/12/2040`,
  ].join('\n');
  published.length = 0;
  const saved = await send(text, '?update=true');
  expect(saved.body).toEqual({ created: 0, updated: 3 });
  const me = async (token: string) => (await ask('GET', '/api/session', { token })).status;
  expect([await me(blocked.token), await me(ended.token), await me(stays.token)]).toEqual([401, 401, 200]);
  const left = await kysely
    .selectFrom('sessions')
    .select('user_id')
    .where('user_id', 'in', [blocked.id, ended.id, stays.id])
    .execute();
  expect(left).toEqual([{ user_id: stays.id }]);
  const told = published.filter(({ topic }) => topic === 'accountEnd').map(({ message }) => message);
  expect(told).toEqual([{ userId: ended.id }, { userId: stays.id }]);
});

test('[KEPT-01] several customers of one document or one name are none that a row could mean', async () => {
  const group = await world.group();
  for (const name of ['Gêmea', 'Gêmea']) {
    const id = await world.customer(group);
    await kysely
      .updateTable('customers')
      .set({ name, cpf_cnpj: '71428793860' })
      .where('id', '=', id)
      .execute();
  }
  const twins = file(line('Gêmea', '714.287.938-60', 'twin-1'));
  expect(places((await send(twins, '?preview=true')).body)).toEqual(['B2 ambiguous-document']);
  const named = ['Cliente: Nome;Dispositivo: Nome;Identificador', 'Gêmea;G;twin-1'].join('\n');
  expect((await send(named, '?preview=true')).body.errors).toMatchObject([
    { row: 2, code: 'ambiguous-name' },
  ]);
});

test('[KEPT-01] two customers of one name in a file are none that a further row could mean by it', async () => {
  const text = file(
    line('Ana Homônima', '529.982.247-25', 'same-1'),
    line('ANA HOMÔNIMA', '153.509.460-56', 'same-2'),
    line('Ana Homônima', '', 'same-3'),
  );
  const { body } = await send(text, '?preview=true');
  expect(places(body)).toEqual(['B4 ambiguous-name']);
});

test('[KEPT-01] [ROLE-05] who manages an administrator links him to nothing by a file', async () => {
  const chief = await world.administrator();
  const manager = await world.person({ device_limit: -1, user_limit: -1 });
  await world.link(manager.id, { user: chief.id });
  const text = ['Dispositivo: Nome;Identificador;Usuário: E-mail', `A;above-1;${chief.email}`].join('\n');
  expect(places((await send(text, '?preview=true', manager.token)).body)).toEqual(['C2 not-changeable']);
  // an administrator may
  expect((await send(text)).body).toEqual({ created: 1 });
});

test('[KEPT-01] [IDP-03] without mail nobody can be invited, and nothing is saved', async () => {
  const text = file(line('Sem e-mail', '064.268.770-39', 'mail-1', 'sem@base.test'));
  expect((await send(text, '?invite=true')).body.code).toBe('channel-not-set-up');
  expect([await customersOf('06426877039'), await deviceOf('mail-1')]).toEqual([[], undefined]);
});

test('[KEPT-01] a file of more than 10 MB is refused', async () => {
  expect((await send('x'.repeat(11 * 1024 * 1024))).status).toBe(413);
});

test('[KEPT-01] [ROLE-06] many users of one file are each made by the rules of the form, and theirs who brought them', async () => {
  const monitor = await world.person({
    ...{
      device_limit: -1,
      user_limit: 600,
      limit_commands: true,
      expiration_time: '2040-01-01T00:00:00.000Z',
    },
  });
  const people = Array.from(
    { length: 601 },
    (_, at) => `P${at};p${at}@Many.test;${at % 2 ? '85999990000' : ''}`,
  );
  const head = 'Usuário: Nome;Usuário: E-mail;Usuário: Telefone';
  const tooMany = (await send([head, ...people].join('\n'), '?preview=true', monitor.token)).body;
  expect([tooMany.fits, tooMany.errors.map(({ code }: { code: string }) => code)]).toEqual([
    600,
    ['user-limit'],
  ]);
  const saved = await send([head, ...people.slice(0, 600)].join('\n'), '', monitor.token);
  expect(saved.body).toEqual({ created: 600 });
  const rows = await kysely
    .selectFrom('users')
    .innerJoin('user_users', 'managed_user_id', 'users.id')
    .selectAll('users')
    .where('user_id', '=', monitor.id)
    .orderBy('id')
    .execute();
  expect(rows.length).toBe(600);
  const made = new Map(rows.map((row) => [row.name, row]));
  expect(made.get('P1')).toMatchObject({
    ...{ name: 'P1', email: 'p1@Many.test', phone: '85999990000', limit_commands: true, device_limit: 0 },
    ...{ expiration_time: '2040-01-01T00:00:00.000Z', administrator: false, desk_role: 'none' },
    ...{ email_vouched: false, password_hash: 'none' },
  });
  const names = await kysely
    .selectFrom('sign_in_names')
    .selectAll()
    .where('name', '=', 'p599@many.test')
    .execute();
  expect(names.map(({ user_id }) => user_id)).toEqual([made.get('P599')?.id]);
  const lines = await kysely
    .selectFrom('audit')
    .selectAll()
    .where('user_id', '=', monitor.id)
    .where('noun', '=', 'user')
    .execute();
  expect(lines.map(({ action, object_id }) => [action, object_id])).toEqual(
    rows.map(({ id }) => ['import', id]),
  );
});

test('[ROLE-05] [ROLE-06] what writes users of a file refuses by itself what the look at the file would', async () => {
  const chief = await world.administrator();
  const monitor = await world.person({ user_limit: 3, limit_commands: true });
  const bound = await world.person({ limit_commands: true });
  for (const user of [chief.id, bound.id]) await world.link(monitor.id, { user });
  const caller = await services.sessions.byToken(monitor.token, 'bearer', '127.0.0.1');
  if (!caller) throw new Error('no caller');
  const { usersBulk, commit } = services;
  const overwrite = (id: number, change: object) =>
    commit((within, publish) => usersBulk.overwriteWithin(within, publish, caller, [{ id, change }]));
  await expect(overwrite(chief.id, { name: 'x' })).rejects.toMatchObject({ code: 'only-administrators' });
  await expect(overwrite(bound.id, { limitCommands: false })).rejects.toMatchObject({
    code: 'protected-field',
  });
  await expect(overwrite(admin.id, { name: 'x' })).rejects.toMatchObject({ code: 'not-found' });
  const people = ['a', 'b'].map((name) => ({ name, email: `${name}@above.test` }));
  const create = (inputs: readonly { name: string; email: string }[]) =>
    commit((within, publish) => usersBulk.createWithin(within, publish, caller, inputs));
  await expect(create(people)).rejects.toMatchObject({ code: 'user-limit-reached' });
  expect(await create(people.slice(0, 1))).toMatchObject([{ email: 'a@above.test' }]);
});
