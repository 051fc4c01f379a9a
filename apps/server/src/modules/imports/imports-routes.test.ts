import type { ImportNoun } from '@atalaia/contract/reports/import';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { readSheet } from 'read-excel-file/universal';
import { beforeEach, expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, app, world, kysely, published } = await createTestApp();
const admin = await world.administrator();

beforeEach(() => {
  published.length = 0;
});

interface FileRequest {
  readonly query?: string;
  readonly type?: string;
}

const send = (
  noun: ImportNoun,
  token: string,
  body: string | Buffer,
  { query = '', type }: FileRequest = {},
) =>
  ask('POST', `/api/imports/${noun}${query}`, {
    token,
    body,
    headers: { 'content-type': type ?? 'text/csv' },
  });
const preview = (noun: ImportNoun, token: string, body: string) =>
  send(noun, token, body, { query: '?preview=true' });
const devicesOf = (...rows: string[]) => ['Nome;Identificador;Grupo;Cliente', ...rows].join('\n');
const places = (body: { errors: { cell: string | null; code: string }[] }) =>
  body.errors.map(({ cell, code }) => `${cell} ${code}`);
const rowsOf = (table: 'devices' | 'customers') => kysely.selectFrom(table).selectAll().execute();

/** A file that the API answers with, as the cells of its first sheet. */
async function sheetOf(url: string, token: string) {
  const { rawPayload, headers, statusCode } = await app.inject({
    url,
    headers: { accept: spreadsheetType, authorization: `Bearer ${token}` },
  });
  expect([statusCode, headers['content-type']]).toEqual([200, spreadsheetType]);
  return { cells: await readSheet(new Uint8Array(rawPayload).buffer), bytes: rawPayload };
}

test('[KEPT-01] imports are nothing for strangers, nor for who may only read', async () => {
  expect((await send('devices', 'made-up', 'x')).status).toBe(401);
  expect((await ask('GET', '/api/imports/devices/template')).status).toBe(401);
  const reader = await world.person({ readonly: true, device_limit: -1 });
  const bound = await world.person({ device_readonly: true, device_limit: -1 });
  expect((await send('devices', reader.token, 'x')).body.code).toBe('account-readonly');
  expect((await send('customers', reader.token, 'x')).body.code).toBe('account-readonly');
  expect((await send('devices', bound.token, 'x')).body.code).toBe('devices-readonly');
});

test('[KEPT-01] what is no spreadsheet is refused, by its type, its size or its content', async () => {
  const { token } = admin;
  expect((await send('devices', token, '{}', { type: 'application/json' })).body.code).toBe(
    'unsupported-media-type',
  );
  expect((await send('devices', token, 'x', { type: 'image/png' })).status).toBe(415);
  expect((await send('devices', token, Buffer.alloc(11 * 1024 * 1024, 'x'))).status).toBe(413);
  expect((await send('devices', token, Buffer.from([0xff, 0xd8, 0, 1]))).body.code).toBe(
    'spreadsheet-unreadable',
  );
  expect((await ask('POST', '/api/imports/devices', { token })).body.code).toBe('spreadsheet-empty');
  expect((await send('devices', token, 'x', { query: '?preview=perhaps' })).body.details.fields).toEqual([
    { path: 'query.preview', message: 'must be true or false' },
  ]);
});

test('[KEPT-01] a preview finds what only the database knows, and saves nothing', async () => {
  const stranger = await world.person({ device_limit: -1 });
  const own = await world.group({ name: 'Garagem' });
  await world.group({ name: 'Secreta' });
  await world.group({ name: 'Dupla' });
  await world.group({ name: 'dupla' });
  await world.link(stranger.id, { group: own });
  await world.device({ unique_id: 'taken-1' });
  const before = (await rowsOf('devices')).length;
  const file = devicesOf(
    'A;taken-1;Garagem;',
    'B;new-1;GARAGEM;',
    'C;new-2;Secreta;',
    'D;new-3;DUPLA;529.982.247-25',
    'E;;Garagem;',
  );
  // what he does not see is taken all the same, and nothing else of it is shown
  const strangers = (await preview('devices', stranger.token, file)).body;
  expect(places(strangers)).toEqual([
    'B2 taken',
    'C4 unknown-name',
    'C5 unknown-name',
    'D5 unknown-name',
    'B6 required',
  ]);
  expect([strangers.rows, strangers.fits, strangers.errorCount]).toEqual([5, 1, 5]);
  const hers = (await preview('devices', admin.token, file)).body;
  expect(places(hers)).toEqual(['B2 taken', 'C5 ambiguous-name', 'D5 unknown-name', 'B6 required']);
  expect((await rowsOf('devices')).length).toBe(before);
  expect(published).toEqual([]);
});

test('[KEPT-01] devices are saved all or none, as if each had been made by itself, and told once', async () => {
  const person = await world.person({ device_limit: 3 });
  const group = await world.group({ name: 'Frota nova' });
  const customer = await world.customer(group);
  await kysely
    .updateTable('customers')
    .set({ cpf_cnpj: '11222333000181' })
    .where('id', '=', customer)
    .execute();
  await world.link(person.id, { group });
  const refused = await send('devices', person.token, devicesOf('A;one-1;;', ';one-2;;'));
  expect([refused.status, refused.body.code]).toEqual([400, 'import-refused']);
  expect(refused.body.details).toMatchObject({ errorCount: 1, errors: [{ cell: 'A3', code: 'required' }] });
  expect(published).toEqual([]);

  const file = devicesOf('A;one-1;Frota nova;', 'B;one-2;;11.222.333/0001-81', 'C;one-3;;');
  expect((await send('devices', person.token, file)).body).toEqual({ created: 3 });
  const rows = (await rowsOf('devices')).filter(({ unique_id: uniqueId }) => uniqueId.startsWith('one-'));
  expect(rows.map(({ group_id, customer_id }) => [group_id, customer_id])).toEqual([
    [group, null],
    [null, customer],
    [null, null],
  ]);
  const ids = rows.map(({ id }) => id);
  const links = await kysely
    .selectFrom('user_devices')
    .selectAll()
    .where('user_id', '=', person.id)
    .execute();
  expect(links.map(({ device_id }) => device_id)).toEqual(ids);
  const lines = await kysely.selectFrom('audit').selectAll().where('action', '=', 'import').execute();
  expect(lines.map(({ noun, object_id, user_id, details }) => [noun, object_id, user_id, details])).toEqual(
    rows.map(({ id, unique_id: uniqueId }) => ['device', id, person.id, { uniqueId }]),
  );
  expect(published.map(({ topic }) => topic)).toEqual(['deviceRegistry', 'visibility']);
  expect(published[0]?.message).toEqual({ deviceIds: ids });

  // his limit is reached now
  const full = (await preview('devices', person.token, devicesOf('D;one-4;;', 'E;one-5;;'))).body;
  expect(full.errors).toMatchObject([{ row: 2, column: null, code: 'device-limit', value: '3' }]);
  expect([full.rows, full.fits]).toEqual([2, 0]);
});

test('[KEPT-01] [ROLE-06] of a limit that is reached within the file the first row beyond it is told', async () => {
  const person = await world.person({ device_limit: 2 });
  const { body } = await preview(
    'devices',
    person.token,
    devicesOf('A;lim-1;;', 'B;lim-2;;', 'C;lim-3;;', 'D;lim-4;;'),
  );
  expect(body.errors).toMatchObject([{ row: 4, code: 'device-limit' }]);
  expect(body.fits).toBe(2);
});

test('[KEPT-01] a row that somebody else registers at the same time undoes the whole import', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => `N${at};race-${at};;`);
  const [one, other] = await Promise.all([
    send('devices', admin.token, devicesOf(...rows)),
    send('devices', admin.token, devicesOf('Y;race-599;;', 'X;alone;;')),
  ]);
  const codes = [one, other].map(({ status, body }) => (status === 200 ? 'saved' : body.code));
  expect(codes.filter((code) => code === 'saved')).toHaveLength(1);
  const stored = (await rowsOf('devices')).map(({ unique_id }) => unique_id);
  expect(stored.filter((id) => id.startsWith('race-'))).toHaveLength(one.status === 200 ? 600 : 1);
  expect(stored.includes('alone')).toBe(other.status === 200);
});

test('[KEPT-01] [CUS-01] customers are saved with what their form saves', async () => {
  const headings =
    'Nome;CPF/CNPJ;Grupo;Logradouro;Número;Bairro;Cidade;Estado;CEP;Telefone;E-mail para notificações;Categoria;Situação;Data de validade';
  const rest = 'Rua A;1;Centro;Fortaleza;Ceará;60311-280;(85) 3333-4444;a@b.c;Cliente;Ativo;31/12/2030';
  const file = (...rows: string[]) => [headings, ...rows.map((row) => `${row};${rest}`)].join('\n');
  const person = await world.person();
  const group = await world.group({ name: 'Norte' });
  await world.link(person.id, { group });
  const refused = (await preview('customers', person.token, file('Ana;529.982.247-25;'))).body;
  expect(places(refused)).toEqual(['C2 group-required']);

  expect(
    (await send('customers', person.token, file('Ana;529.982.247-25;Norte', 'Loja;11.222.333/0001-81;Norte')))
      .body,
  ).toEqual({
    created: 2,
  });
  const [ana, loja] = (await rowsOf('customers')).filter(({ name }) => name === 'Ana' || name === 'Loja');
  expect(ana).toMatchObject({
    group_id: group,
    cpf_cnpj: '52998224725',
    type: 'F',
    state: 'CE',
    postal_code: '60311280',
    phone: '8533334444',
    category: 'client',
    status: 'active',
    expiration_date: new Date('2030-12-31T03:00:00.000Z').toISOString(),
  });
  expect(loja?.type).toBe('J');
  const again = (await preview('customers', person.token, file('Ana;529.982.247-25;Norte'))).body;
  expect([again.fits, again.warnings[0].code]).toEqual([1, 'document-known']);
});

test('[KEPT-01] the template has the person’s language and unit, and is imported as it comes once a row is filled in', async () => {
  const person = await world.person({
    device_limit: -1,
    attributes: { language: 'en', speedUnit: 'mph' },
  });
  const own = await sheetOf('/api/imports/devices/template', person.token);
  expect(own.cells[0]?.slice(0, 3)).toEqual(['Name *', 'Identifier *', 'Group']);
  expect(own.cells[0]).toContain('Speed limit (mph)');
  const template = await sheetOf('/api/imports/customers/template?language=pt-BR', person.token);
  expect(template.cells[0]?.slice(0, 2)).toEqual(['Nome *', 'CPF/CNPJ *']);
  const empty = await send('devices', person.token, own.bytes, { type: spreadsheetType });
  expect(empty.body.code).toBe('spreadsheet-empty');
});

test('[KEPT-01] [LIST-02] the list of devices is a spreadsheet by Accept header, as it is searched, and can be imported again', async () => {
  const person = await world.person({ device_limit: -1, attributes: { speedUnit: 'kmh' } });
  const group = await world.group({ name: 'Frota do Sul' });
  const attributes = { plate: 'BRA2E19', speedLimit: 43.196_544, ignoreOdometer: true, year: '2024' };
  const seen = await world.device({
    name: '=2+2',
    unique_id: 'out-1',
    group_id: group,
    category: 'truck',
    attributes,
  });
  await world.link(person.id, { device: seen, group });
  await world.link(person.id, { device: await world.device({ name: 'Outro' }) });
  const { cells } = await sheetOf('/api/devices?keyword=bra2e', person.token);
  const [headings = [], row = [], ...more] = cells;
  expect(more).toEqual([]);
  const shown = Object.fromEntries(headings.map((heading, at) => [String(heading), row[at]]));
  expect(shown).toMatchObject({
    Nome: '=2+2',
    Identificador: 'out-1',
    Grupo: 'Frota do Sul',
    Categoria: 'Caminhão',
    Placa: 'BRA2E19',
    Ano: '2024',
    'Limite de velocidade (km/h)': 80,
    'Ignorar o odômetro do rastreador': 'Sim',
  });
  const { bytes } = await sheetOf('/api/devices?keyword=bra2e', person.token);
  const { body } = await send('devices', person.token, bytes, {
    query: '?preview=true',
    type: spreadsheetType,
  });
  expect(places(body)).toEqual(['B2 taken']);
  expect(body.ignored).toEqual(['CPF/CNPJ', 'Estado', 'Última comunicação']);
});

test('[KEPT-01] on request the rows of a device that is there change it, empty cells leave what is there, and what others have is refused', async () => {
  const group = await world.group({ name: 'Frota Norte' });
  const id = await world.device({
    unique_id: 'U-1',
    name: 'Antigo',
    model: 'ST310',
    attributes: { plate: 'ABC1D23' },
  });
  const file = devicesOf('Novo nome;U-1;Frota Norte;', 'Outro;U-2;;');
  const refused = await preview('devices', admin.token, file);
  expect(places(refused.body)).toEqual(['B2 taken']);
  const query = '?update=true';
  const looked = await send('devices', admin.token, file, { query: `${query}&preview=true` });
  expect([looked.body.fits, looked.body.updates, looked.body.errorCount]).toEqual([2, 1, 0]);
  const saved = await send('devices', admin.token, file, { query });
  expect(saved.body).toEqual({ created: 1, updated: 1 });
  const row = await kysely.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    ...{ name: 'Novo nome', unique_id: 'U-1', group_id: group, model: 'ST310' },
    attributes: { plate: 'ABC1D23' },
  });
  const person = await world.person({ device_limit: -1 });
  const foreign = await send('devices', person.token, devicesOf('Meu;U-1;;'), { query });
  expect(foreign.body.code).toBe('import-refused');
});

test('[KEPT-01] on request rows with an error are passed over, the others are saved, and nothing where none is without', async () => {
  const file = devicesOf('Bom;S-1;;', ';S-2;;', 'Bom;S-3;Não existe;');
  const query = '?skip=true';
  const saved = await send('devices', admin.token, file, { query });
  expect(saved.body).toEqual({ created: 1, skipped: 2 });
  const stored = (await rowsOf('devices')).map(({ unique_id }) => unique_id);
  expect(stored).toContain('S-1');
  expect(stored).not.toContain('S-2');
  expect((await send('devices', admin.token, devicesOf(';S-4;;'), { query })).body.code).toBe(
    'import-refused',
  );
});

test('[KEPT-01] [CUS-04] on request a customer is changed by his document, unless several have it or two rows name it', async () => {
  const headings =
    'Nome;CPF/CNPJ;Logradouro;Número;Bairro;Cidade;Estado;CEP;Telefone;E-mail para notificações;Categoria;Situação';
  const rest = 'Rua Nova;9;Centro;Sobral;Ceará;60311-280;(85) 3333-4444;a@b.c;Cliente;Ativo';
  const file = (...rows: string[]) => [headings, ...rows.map((row) => `${row};${rest}`)].join('\n');
  const group = await world.group();
  const made = async (name: string, cpf_cnpj: string) => {
    const id = await world.customer(group);
    await kysely.updateTable('customers').set({ name, cpf_cnpj }).where('id', '=', id).execute();
    return id;
  };
  const [one, twin, other] = [
    await made('Antes', '39053344705'),
    await made('Gêmea', '71428793860'),
    await made('Gêmea', '71428793860'),
  ];
  const nameOf = async (id: number) => (await rowsOf('customers')).find((row) => row.id === id)?.name;
  const query = '?update=true';
  const twins = await send('customers', admin.token, file('Nova;714.287.938-60'), { query });
  expect([twins.body.code, places(twins.body.details)]).toEqual([
    'import-refused',
    ['B2 ambiguous-document'],
  ]);
  // a device that is to be theirs is told the same of the document, and of the name what is true of it
  const theirs = devicesOf('A;new-7;;714.287.938-60', 'B;new-8;;Gêmea');
  expect(places((await preview('devices', admin.token, theirs)).body)).toEqual([
    'D2 ambiguous-document',
    'D3 ambiguous-name',
  ]);
  const twice = file('Primeira;390.533.447-05', 'Segunda;390.533.447-05');
  const refused = await send('customers', admin.token, twice, { query });
  expect([refused.body.code, places(refused.body.details)]).toEqual(['import-refused', ['B3 twice-in-file']]);
  expect([await nameOf(one), await nameOf(twin), await nameOf(other)]).toEqual(['Antes', 'Gêmea', 'Gêmea']);
  const saved = await send('customers', admin.token, twice, { query: `${query}&skip=true` });
  expect([saved.body, await nameOf(one)]).toEqual([{ created: 0, updated: 1, skipped: 1 }, 'Primeira']);
});

test('[KEPT-01] [SEC-03] many devices are changed in pieces, each as the file says and with its line in the audit', async () => {
  const rows = Array.from({ length: 1_100 }, (_, at) => at);
  await send('devices', admin.token, devicesOf(...rows.map((at) => `Antes ${at};many-${at};;`)));
  const after = devicesOf(...rows.map((at) => `Depois ${at};many-${at};;`));
  const saved = await send('devices', admin.token, after, { query: '?update=true' });
  expect(saved.body).toEqual({ created: 0, updated: 1_100 });
  const stored = (await rowsOf('devices')).filter(({ unique_id }) => unique_id.startsWith('many-'));
  expect(new Set(stored.map(({ name, unique_id }) => `${name} ${unique_id}`))).toEqual(
    new Set(rows.map((at) => `Depois ${at} many-${at}`)),
  );
  const ids = new Set(stored.map(({ id }) => id));
  const lines = await kysely
    .selectFrom('audit')
    .select(['object_id', 'details'])
    .where('action', '=', 'update')
    .execute();
  const told = lines.filter(({ object_id }) => ids.has(Number(object_id)));
  expect(told).toHaveLength(1_100);
  expect(told[1_099]?.details).toMatchObject({ changed: ['name'] });
});
