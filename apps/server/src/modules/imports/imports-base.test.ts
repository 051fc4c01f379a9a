import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { readSheet } from 'read-excel-file/universal';
import { beforeEach, expect, test } from 'vitest';
import type { createMailer } from '../../platform/outbound/mail/mailer.ts';
import { createTestApp } from '../../testing/test-app.ts';

const sent: { readonly to: string; readonly text: string }[] = [];
const mailer = {
  ...({} as NonNullable<ReturnType<typeof createMailer>>),
  async send(mail: { to: string; text: string }) {
    if (mail.to.startsWith('falha')) throw new Error('refused');
    sent.push(mail);
  },
  close: () => undefined,
};
const { ask, app, world, kysely, services } = await createTestApp({
  channels: { mailer },
  publicUrl: 'https://track.example',
});
const admin = await world.administrator();

beforeEach(() => {
  sent.length = 0;
});

const send = (token: string, body: string | Buffer, query = '', type = 'text/csv') =>
  ask('POST', `/api/imports/base${query}`, { token, body, headers: { 'content-type': type } });
const preview = (token: string, body: string | Buffer, query = '') =>
  send(token, body, `?preview=true${query}`);

const headings =
  'Cliente: Nome;CPF/CNPJ;Cliente: Grupo;Logradouro;Número;Bairro;Cidade;Estado;CEP;Cliente: Telefone;E-mail para notificações;Cliente: Categoria;Situação;Cliente: Data de validade;Dispositivo: Nome;Identificador;Placa;Limite de velocidade (km/h);Usuário: Nome;Usuário: E-mail';
const address =
  'Rua São João;1;Centro;Fortaleza;Ceará;60311-280;(85) 3333-4444;a@b.c;Cliente;Ativo;31/12/2030';
const nowhere = ';'.repeat(10);
/** A row; what is left out is empty. */
const line = (
  customer: readonly [name: string, document: string, group?: string, address?: string],
  device: readonly [name: string, uniqueId: string, plate?: string, limit?: string] = ['', ''],
  user: readonly [name: string, email: string] = ['', ''],
) => {
  const [name, document, group = '', where = address] = customer;
  return [name, document, group, where, ...device, ...Array(4 - device.length).fill(''), ...user].join(';');
};
const file = (...rows: string[]) => [headings, ...rows].join('\r\n');
const places = (body: { errors: { cell: string | null; code: string; row: number }[] }) =>
  body.errors.map(({ cell, row, code }) => `${cell ?? row} ${code}`);
const acts = (body: { plan: { rows: Record<'customer' | 'device' | 'user', { act: string } | null>[] } }) =>
  body.plan.rows.map(({ customer, device, user }) =>
    [customer, device, user].map((planned) => planned?.act ?? '-').join(' '),
  );
const counts = async () => {
  const of = (table: 'customers' | 'devices' | 'users' | 'user_devices' | 'account_links') =>
    kysely
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  const rows = await Promise.all(
    (['customers', 'devices', 'users', 'user_devices', 'account_links'] as const).map(of),
  );
  return rows.map(({ count }) => Number(count));
};
const customerOf = (document: string) =>
  kysely.selectFrom('customers').selectAll().where('cpf_cnpj', '=', document).execute();
const deviceOf = (uniqueId: string) =>
  kysely.selectFrom('devices').selectAll().where('unique_id', '=', uniqueId).executeTakeFirst();
const userOf = (email: string) =>
  kysely.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const linksOf = async (userId: number) =>
  (await kysely.selectFrom('user_devices').select('device_id').where('user_id', '=', userId).execute()).map(
    ({ device_id }) => device_id,
  );

test('[KEPT-01] [BACK-05] one spreadsheet in Latin-1 brings customers, devices and users; who is on several rows is one, and all are linked', async () => {
  const before = await counts();
  const text = file(
    line(
      ['José Araújo', '529.982.247-25'],
      ['Caminhão', 'base-1', 'abc-1234', '80,5'],
      ['Zé', 'Ze@base.test'],
    ),
    line(['', '529.982.247-25', '', nowhere], ['Carro', 'base-2'], ['Ana', 'ana@base.test']),
    line(['José Araújo', '', '', nowhere], ['Carro', 'base-2'], ['', 'ze@base.test']),
    line(['Só cliente', '11.222.333/0001-81']),
  );
  const bytes = Buffer.from(text, 'latin1');
  const looked = await preview(admin.token, bytes);
  expect([looked.body.rows, looked.body.fits, looked.body.errors]).toEqual([4, 4, []]);
  expect(acts(looked.body)).toEqual([
    'create create create',
    'again create create',
    'again again again',
    'create - -',
  ]);
  expect(looked.body.plan).toMatchObject({ created: { customers: 2, devices: 2, users: 2 }, links: 3 });
  expect(await counts(), 'a dry run').toEqual(before);

  const saved = await send(admin.token, bytes);
  expect(saved.body).toEqual({ created: 6 });
  expect(await counts()).toEqual(before.map((count, at) => count + ([2, 2, 2, 3, 0][at] ?? 0)));
  const [jose] = await customerOf('52998224725');
  expect(jose).toMatchObject({
    ...{ name: 'José Araújo', street: 'Rua São João', state: 'CE', type: 'F', postal_code: '60311280' },
    expiration_date: '2030-12-31T03:00:00.000Z',
  });
  const [truck, car] = [await deviceOf('base-1'), await deviceOf('base-2')];
  expect(truck).toMatchObject({ name: 'Caminhão', customer_id: jose?.id, attributes: { plate: 'ABC1234' } });
  const { speedLimit } = (truck?.attributes ?? {}) as { readonly speedLimit?: number };
  expect(speedLimit, '80,5 km/h in knots').toBeCloseTo(43.4665, 3);
  expect(car?.customer_id).toBe(jose?.id);
  const [ze, ana] = [await userOf('Ze@base.test'), await userOf('ana@base.test')];
  expect(ze).toMatchObject({
    name: 'Zé',
    customer_id: jose?.id,
    device_readonly: true,
    password_hash: 'none',
  });
  expect(new Set(await linksOf(ze?.id ?? 0))).toEqual(new Set([truck?.id, car?.id]));
  expect(await linksOf(ana?.id ?? 0)).toEqual([car?.id]);
  await services.accountMails.settled();
  expect(sent, 'nobody asked for invitations').toEqual([]);

  // the same file once more brings nothing
  const again = await preview(admin.token, bytes);
  expect(acts(again.body)[0]).toBe('keep keep keep');
  expect((await send(admin.token, bytes)).body).toEqual({ created: 0 });
  expect((await customerOf('52998224725')).length).toBe(1);
});

test('[KEPT-01] what is there stays unless an update is asked for; what is another customer’s is refused until then', async () => {
  const group = await world.group({ name: 'Base Norte' });
  const old = await world.customer(group);
  const kept = await world.device({ unique_id: 'there-1', name: 'Antigo', customer_id: old });
  const free = await world.device({ unique_id: 'there-2', name: 'Livre' });
  const person = await world.person({ email: 'there@base.test', name: 'Antes', customer_id: old });
  const text = file(
    line(['Nova', '390.533.447-05'], ['Novo nome', 'there-1']),
    line(['Nova', '390.533.447-05', '', nowhere], ['Outro', 'there-2']),
    line(['Nova', '390.533.447-05', '', nowhere], ['', ''], ['Depois', 'THERE@base.test']),
  );
  const looked = await preview(admin.token, text);
  expect(places(looked.body)).toEqual(['P2 other-customer', 'T4 other-customer']);
  expect(acts(looked.body)).toEqual(['skip skip -', 'create link -', 'skip - skip']);
  expect(looked.body.plan.rows[0].why).toBe('other-customer');
  expect((await send(admin.token, text)).body.code).toBe('import-refused');
  expect(await customerOf('39053344705')).toEqual([]);

  expect((await preview(admin.token, text, '&update=true')).body.errors).toEqual([]);
  const saved = await send(admin.token, text, '?update=true');
  expect(saved.body).toEqual({ created: 1, updated: 3 });
  const [customer] = await customerOf('39053344705');
  const row = (id: number) =>
    kysely.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(await row(kept)).toMatchObject({ name: 'Novo nome', customer_id: customer?.id });
  expect(await row(free)).toMatchObject({ name: 'Outro', customer_id: customer?.id });
  const after = await kysely
    .selectFrom('users')
    .selectAll()
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ name: 'Depois', email: 'there@base.test', customer_id: customer?.id });
});

test('[KEPT-01] a device without a customer gets the one of its row and stays as it is', async () => {
  const id = await world.device({ unique_id: 'lone-1', name: 'Fica' });
  const saved = await send(admin.token, file(line(['Dono', '987.654.321-00'], ['Outro nome', 'lone-1'])));
  expect(saved.body).toEqual({ created: 1 });
  const [customer] = await customerOf('98765432100');
  const row = await kysely.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'Fica', customer_id: customer?.id });
});

test('[KEPT-01] rows that lack something, contradict each other or name what is not there are told, and may be passed over', async () => {
  const text = file(
    line(['Sem endereço', '111.444.777-35', '', nowhere], ['A', 'bad-1']),
    line(['Boa', '153.509.460-56'], ['B', 'bad-2'], ['Bia', 'não é e-mail']),
    line(['Boa', '153.509.460-56'], ['', 'bad-3']),
    line(['Boa', '153.509.460-56'], ['D', 'bad-4']),
    line(['Loja', '11.222.333/0001-81', 'Não há'], ['D', 'bad-4']),
    line(['Quem?', '', '', nowhere], ['E', 'bad-5']),
    line(['Boa e bela', '153.509.460-56'], ['F', 'bad-6'], ['', 'sem-nome@base.test']),
  );
  const { body } = await preview(admin.token, text);
  expect(places(body)).toEqual([
    'D2 required',
    'T3 invalid',
    'O4 required',
    'C6 unknown-name',
    'B7 required',
    'S8 required',
  ]);
  expect(body.warnings.map(({ cell, code }: { cell: string; code: string }) => `${cell} ${code}`)).toEqual([
    'A8 differs-above',
  ]);
  expect([body.rows, body.fits]).toEqual([7, 1]);
  const saved = await send(admin.token, text, '?skip=true');
  expect(saved.body).toEqual({ created: 2, skipped: 6 });
  expect((await customerOf('15350946056')).map(({ name }) => name)).toEqual(['Boa']);
  expect([await deviceOf('bad-1'), await deviceOf('bad-6')]).toEqual([undefined, undefined]);
  expect(await deviceOf('bad-4')).toBeDefined();
  const other = file(
    line(['Uma', '862.883.667-57'], ['X', 'two-1'], ['Eva', 'eva@base.test']),
    line(['Duas', '746.971.314-01'], ['X', 'two-1'], ['Eva', 'eva@base.test']),
  );
  expect(places((await preview(admin.token, other)).body)).toEqual([
    'P3 other-customer',
    'T3 other-customer',
  ]);
});

test('[KEPT-01] columns that are named otherwise are read as the person says, and passed over as he says', async () => {
  const text = [
    'Minha planilha;;;;',
    'Razão social;IMEI;Obs;Login do cliente;Nome da pessoa',
    'Carro 1;map-1;x;eu@base.test;Eu',
  ].join('\n');
  const bare = (await preview(admin.token, text)).body;
  expect(
    bare.columns.map(({ letter, column }: { letter: string; column: string | null }) => [letter, column]),
  ).toEqual(['A', 'B', 'C', 'D', 'E'].map((letter) => [letter, null]));
  expect(bare.columns[1]).toMatchObject({ heading: 'IMEI', sample: 'map-1' });
  expect(bare.fields).toContainEqual({ column: 'user.email', title: 'Usuário: E-mail', required: true });
  expect(bare.fits).toBe(0);
  const columns = encodeURIComponent('A=device.name,B=device.uniqueId,C=,D=user.email,E=user.name');
  const mapped = (await preview(admin.token, text, `&columns=${columns}`)).body;
  expect([mapped.errors, mapped.ignored, acts(mapped)]).toEqual([[], [], ['- create create']]);
  expect((await send(admin.token, text, `?columns=${columns}`)).body).toEqual({ created: 2 });
  const [device, user] = [await deviceOf('map-1'), await userOf('eu@base.test')];
  expect(await linksOf(user?.id ?? 0)).toEqual([device?.id]);
  const twice = (
    await preview(admin.token, text, `&columns=${encodeURIComponent('A=device.uniqueId,B=device.uniqueId')}`)
  ).body;
  expect(places(twice)[0]).toBe('B2 column-twice');
  expect((await preview(admin.token, text, '&columns=A;drop')).status).toBe(400);
});

test('[KEPT-01] [ROLE-05] [ROLE-06] who is no administrator brings only what he may make by hand', async () => {
  const group = await world.group({ name: 'Base Sul' });
  const monitor = await world.person({ device_limit: 1, user_limit: 1 });
  await world.link(monitor.id, { group });
  await world.device({ unique_id: 'hidden-1' });
  await world.person({ email: 'hidden@base.test' });
  const text = file(
    line(['Sem grupo', '064.268.770-39'], ['A', 'own-1']),
    line(['Com grupo', '231.002.999-00', 'Base Sul'], ['B', 'own-2'], ['B', 'own-b@base.test']),
    line(['Com grupo', '231.002.999-00', '', nowhere], ['C', 'own-3']),
    line(['Com grupo', '231.002.999-00', '', nowhere], ['', ''], ['D', 'own-d@base.test']),
    line(['Com grupo', '231.002.999-00', '', nowhere], ['E', 'hidden-1']),
    line(['Com grupo', '231.002.999-00', '', nowhere], ['', ''], ['F', 'hidden@base.test']),
    line(['Com grupo', '231.002.999-00', '', nowhere], ['', ''], ['Eu', monitor.email]),
    line(['Com grupo', '231.002.999-00', '', nowhere], ['', ''], ['Chefe', admin.email]),
  );
  const { body } = await preview(monitor.token, text);
  expect(places(body)).toEqual([
    'C2 group-required',
    '4 device-limit',
    '5 user-limit',
    'P6 taken',
    'T7 user-taken',
    'T8 not-changeable',
    'T9 user-taken',
  ]);
  expect((await send(monitor.token, text, '?skip=true')).body).toEqual({ created: 3, skipped: 7 });
  const made = await userOf('own-b@base.test');
  expect(made).toMatchObject({ administrator: false, device_limit: 0 });
  const managed = await kysely
    .selectFrom('user_users')
    .selectAll()
    .where('user_id', '=', monitor.id)
    .execute();
  expect(managed.map(({ managed_user_id }) => managed_user_id)).toEqual([made?.id]);
  // what he is bound by himself he gives to nobody
  const bound = await world.person({ device_limit: -1, user_limit: -1, limit_commands: true });
  await world.link(bound.id, { group });
  const freed = 'Usuário: Nome;Usuário: E-mail;Limitar comandos\nG;own-g@base.test;Não';
  expect(places((await preview(bound.token, freed)).body)).toEqual(['C2 protected']);
  const reader = await world.person({ readonly: true, device_limit: -1 });
  expect((await send(reader.token, text)).body.code).toBe('account-readonly');
});

test('[KEPT-01] an administrator is linked but never changed by a file', async () => {
  const chief = await world.administrator();
  const text = file(line(['Dela', '877.482.488-00'], ['H', 'chief-1'], ['Outro nome', chief.email]));
  expect(places((await preview(admin.token, text, '&update=true')).body)).toEqual(['T2 not-changeable']);
});

test('[KEPT-01] [IDP-03] invitations leave only when asked for, one mail a new user, and one that fails holds up no other', async () => {
  const text = file(
    line(['Convida', '714.287.938-60'], ['I', 'inv-1'], ['Falha', 'falha@base.test']),
    line(['Convida', '714.287.938-60', '', nowhere], ['I', 'inv-1'], ['Chega', 'chega@base.test']),
  );
  const saved = await send(admin.token, text, '?invite=true');
  expect(saved.body).toEqual({ created: 4, invited: 2 });
  await services.accountLinks.sendDue(new AbortController().signal);
  expect(sent.map(({ to }) => to)).toEqual(['chega@base.test']);
  const token = /https:\/\/track\.example\/access#([\w-]{43})/.exec(sent[0]?.text ?? '')?.[1] ?? '';
  const set = await ask('POST', '/api/account-links/password', { body: { token, password: 'Mar alto 8' } });
  expect(set.status).toBe(204);
  const many = file(
    ...Array.from({ length: 501 }, (_, at) =>
      line(['', '714.287.938-60', '', nowhere], ['', ''], [`M${at}`, `m${at}@base.test`]),
    ),
  );
  const before = await counts();
  const refused = await send(admin.token, many, '?invite=true');
  expect(refused.body.details.fields[0].path).toBe('query.invite');
  expect(await counts()).toEqual(before);
});

test('[KEPT-01] where anything fails in the middle nothing is there, no customer either', async () => {
  const before = await counts();
  const rows = Array.from({ length: 40 }, (_, at) =>
    line(['Meio', '285.617.160-79'], [`J${at}`, `half-${at}`], [`J${at}`, `half-${at}@base.test`]),
  );
  // both have found the last e-mail free when the first of them takes it
  const [one, other] = await Promise.all([
    send(admin.token, file(...rows)),
    send(admin.token, file(line(['Outra', '347.066.120-96'], ['K', 'half-k'], ['K', 'half-39@base.test']))),
  ]);
  const failed = [one, other].filter(({ status }) => status !== 200);
  expect(failed.length).toBe(1);
  const after = await counts();
  const added = after.map((count, at) => count - (before[at] ?? 0));
  expect(added).toEqual(one.status === 200 ? [1, 40, 40, 40, 0] : [1, 1, 1, 1, 0]);
});

test('[KEPT-01] [IDP-03] more than 500 are not invited by one file, and nothing of it is saved; of many errors the first hundred are told', async () => {
  const before = await counts();
  const people = Array.from({ length: 501 }, (_, at) => `P${at};crowd-${at}@base.test`);
  const text = ['Usuário: Nome;Usuário: E-mail', ...people].join('\n');
  const refused = await send(admin.token, text, '?invite=true');
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'query.invite']);
  expect(await counts()).toEqual(before);
  const wrong = Array.from({ length: 150 }, (_, at) => `P${at};nobody`);
  const { body } = await send(admin.token, ['Usuário: Nome;Usuário: E-mail', ...wrong].join('\n'));
  expect([body.code, body.details.errorCount, body.details.errors.length]).toEqual([
    'import-refused',
    150,
    100,
  ]);
  expect(sent).toEqual([]);
});

test('[KEPT-01] more rows than are taken are refused; a text that looks like a formula is a text, in and out', async () => {
  const many = file(
    ...Array.from({ length: 5_001 }, (_, at) => line(['', '', '', nowhere], ['X', `n-${at}`])),
  );
  expect((await preview(admin.token, many)).body.details).toMatchObject({ most: 5_000 });
  const evil = file(
    line(['', '', '', nowhere], ['=HYPERLINK("http://x";"y")'.replaceAll(';', ','), 'evil-1']),
  );
  expect((await send(admin.token, evil)).body).toEqual({ created: 1 });
  const { rawPayload } = await app.inject({
    url: '/api/devices?keyword=evil-1',
    headers: { accept: spreadsheetType, authorization: `Bearer ${admin.token}` },
  });
  const [, row] = await readSheet(new Uint8Array(rawPayload).buffer);
  expect(row?.[0]).toBe('=HYPERLINK("http://x","y")');
});

test('[KEPT-01] the template says whose each column is and what new ones need, and its example is not imported', async () => {
  const { rawPayload } = await app.inject({
    url: '/api/imports/base/template?language=pt-BR',
    headers: { accept: spreadsheetType, authorization: `Bearer ${admin.token}` },
  });
  const bytes = Buffer.from(rawPayload);
  const [first = []] = await readSheet(new Uint8Array(rawPayload).buffer);
  expect(first).toEqual(
    expect.arrayContaining(['Cliente: Nome *', 'Dispositivo: Identificador *', 'Usuário: E-mail *']),
  );
  expect((await send(admin.token, bytes, '', spreadsheetType)).body.code).toBe('spreadsheet-empty');
});
