import { startFleetControl } from '@atalaia/fakes/fleet-control/fleet-control';
import { goodManners } from '@atalaia/fakes/fleet-control/manners';
import { recordsOf } from '@atalaia/fakes/fleet-control/records';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createFleetControl } from './provider/fleet-control.ts';

const provider = await startFleetControl({ held: recordsOf(0) });
afterAll(provider.close);
const { held, manners } = provider;

/** A new breaker for every test would hide what one costs the next: failures are few, and the wait is the service's own. */
const fleetControl = createFleetControl({
  settings: { url: provider.url, timeoutMs: 400, updateMethod: 'PUT', listMethod: 'POST' },
  metrics: createOutboundMetrics(new Registry()),
});
const { ask, world, kysely, services, logLines, published } = await createTestApp({ fleetControl });
const password = 'segredo1';
const password_hash = await services.passwords.hash(password);

beforeEach(async () => {
  Object.assign(manners, goodManners());
  for (const list of [held.clients, held.vehicles, held.trackers, held.simCards]) list.length = 0;
  await kysely.deleteFrom('devices').execute();
  await kysely.deleteFrom('customers').execute();
});

let people = 0;
async function person(values: Parameters<typeof world.person>[0] = {}, secret = 'secret-1') {
  const made = await world.person({ administrator: true, password_hash, ...values });
  const attributes = {
    full_control_client_id: 'client-1',
    full_control_secret_id: secret,
  };
  const admin = await world.administrator();
  const user = (await ask('GET', `/api/users/${made.id}`, { token: admin.token })).body;
  const body = { ...user, attributes };
  expect((await ask('PUT', `/api/users/${made.id}`, { token: admin.token, body })).status).toBe(200);
  people += 1;
  return made;
}

const hold = (count: number, first = 1) => {
  const more = recordsOf(count, first);
  for (const kind of ['clients', 'vehicles', 'trackers', 'simCards'] as const) held[kind].push(...more[kind]);
};
const status = async (token: string) => (await ask('GET', '/api/fleet-control', { token })).body;
const start = (token: string, body: object = {}) => ask('POST', '/api/fleet-control/runs', { token, body });
async function ended(token: string, states = ['done', 'failed', 'waiting', 'stopped']) {
  await vi.waitFor(async () => expect(states).toContain((await status(token)).run?.state), {
    timeout: 60_000,
    interval: 25,
  });
  return (await status(token)).run;
}
async function exchange(token: string, body: object = {}) {
  const started = await start(token, body);
  expect([started.status, started.text]).toEqual([200, expect.any(String)]);
  return ended(token);
}
async function findings(token: string, runId: number, query = '') {
  const { body } = await ask('GET', `/api/fleet-control/runs/${runId}/findings${query}`, { token });
  return body as {
    kind: string;
    outcome: string;
    name: string;
    reason: string | null;
    said: string | null;
    fields: { name: string; from: string | null; to: string | null }[];
  }[];
}
const list = async (noun: string, token: string) => (await ask('GET', `/api/${noun}`, { token })).body;

test('[FLT-01] clients become customers, vehicles with tracker and SIM card devices; a second time nothing changes', async () => {
  hold(230);
  const { token } = await person();
  const run = await exchange(token);
  expect(run).toMatchObject({
    state: 'done',
    failure: null,
    found: { created: 460 },
    handled: { clients: 230, devices: 230 },
    totals: { clients: 230 },
  });
  const customers = await list('customers', token);
  expect(customers).toHaveLength(230);
  const customer = customers.find(({ name }: { name: string }) => name === 'Transportes 7 Ltda');
  expect(customer).toMatchObject({
    cpfCnpj: expect.stringMatching(/^\d{14}$/),
    type: 'J',
    street: 'Rua das Flores',
    city: 'São Paulo',
    state: 'SP',
    postalCode: '01310100',
    phone: '85900000007',
    notificationEmail: 'contato7@example.com',
    status: 'active',
  });
  const devices = await list('devices', token);
  expect(devices.find(({ uniqueId }: { uniqueId: string }) => uniqueId === '860000000000007')).toMatchObject({
    name: 'Cargo 816 7',
    customerId: customer.id,
    phone: '85900000007',
    model: 'ST310U',
    category: 'car',
    attributes: {
      plate: held.vehicles[6]?.placa,
      vehicleModel: 'Cargo 816',
      color: 'Vermelha',
      chassi: '9BWZZZ377VT000007',
      year: '2025',
      fuelType: 'Flex',
      fuelConsumption: '12',
      speedLimit: expect.closeTo(43.2, 1),
      manufacturer: 'Ford',
      iccid: '89550000000000000007',
      m2mProvider: 'Claro',
    },
  });
  const lines = await kysely
    .selectFrom('audit')
    .selectAll()
    .where('noun', 'in', ['fleetControl', 'device'])
    .execute();
  expect(
    lines.filter(({ noun, action }) => noun === 'fleetControl' && action === 'sync').length,
  ).toBeGreaterThan(0);
  expect(
    lines.filter(({ noun, action }) => noun === 'device' && action === 'import').length,
  ).toBeGreaterThanOrEqual(230);
  expect(provider.tokensGiven).toBe(1);
  // what was read is known to the planner before it is looked up
  const { rows: counted } = await sql`
    SELECT attname FROM pg_stats WHERE tablename = 'fleet_control_records' AND attname IN ('kind', 'remote_id')`.execute(
    kysely,
  );
  expect(counted).toHaveLength(2);

  published.length = 0;
  const before = await kysely.selectFrom('devices').selectAll().orderBy('id').execute();
  const writes = provider.requested.filter(({ path }) => /Incluir|Atualizar|Cadastrar/.test(path)).length;
  expect(await exchange(token)).toMatchObject({ state: 'done', found: {} });
  expect(await kysely.selectFrom('devices').selectAll().orderBy('id').execute()).toEqual(before);
  expect(published).toEqual([]);
  expect(provider.requested.filter(({ path }) => /Incluir|Atualizar|Cadastrar/.test(path))).toHaveLength(
    writes,
  );
});

test('[FLT-01] changes since then go both ways; where both sides changed a value the provider is followed, and that is told', async () => {
  hold(2);
  const { token } = await person();
  await exchange(token);
  const [device] = (await list('devices', token)).filter(({ uniqueId }: { uniqueId: string }) =>
    uniqueId.endsWith('1'),
  );
  const body = {
    ...device,
    phone: '85911112222',
    attributes: { ...device.attributes, color: 'Azul', year: '2030', m2mProvider: 'Algar' },
  };
  await ask('PUT', `/api/devices/${device.id}`, { token, body });
  const [customer] = (await list('customers', token)).filter(({ name }: { name: string }) =>
    name.includes(' 1 '),
  );
  await ask('PUT', `/api/customers/${customer.id}`, {
    token,
    body: { ...customer, street: 'Rua Nova', phone: '(85) 98888-7777' },
  });
  Object.assign(held.vehicles[0]!, { numeroChassi: 'NEWCHASSI1', ano: 2031 });
  const run = await exchange(token);
  expect(run.found).toEqual({ changed: 1, sent: 2 });
  const changed = (await findings(token, run.id)).find(({ outcome }) => outcome === 'changed');
  expect(changed).toMatchObject({
    kind: 'device',
    reason: 'bothChanged',
    fields: expect.arrayContaining([
      { name: 'chassi', from: '9BWZZZ377VT000001', to: 'NEWCHASSI1' },
      { name: 'year', from: '2030', to: '2031' },
    ]),
  });
  expect(held.vehicles[0]).toMatchObject({ cor: 'Azul', odometro: 1001, clienteId: 1 });
  expect(held.simCards[0]).toMatchObject({
    numeroLinha: '85911112222',
    operadoraId: held.operators.at(-1)?.id,
  });
  expect(held.operators.at(-1)?.descricao).toBe('Algar');
  expect(held.clients[0]).toMatchObject({
    enderecoPrincipal: { endereco: 'Rua Nova', codigoIBGE: 2304400 },
    contatoPrincipal: { telefones: [{ ddd: '85', telefone: '988887777' }] },
  });
  expect((await exchange(token)).found).toEqual({});
});

test('[FLT-01] what exists only here is told, and made at the provider where that is asked for, each once', async () => {
  hold(1);
  const { token } = await person();
  const customer = await world.customer();
  await world.device({
    name: 'Van 9',
    unique_id: 'ONLY-1',
    customer_id: customer,
    model: 'GT06',
    phone: '85933334444',
    attributes: {
      plate: 'ONL-1Y23',
      iccid: '895500001',
      m2mProvider: 'Vivo',
      manufacturer: 'fiat',
      speedLimit: 43.2,
    },
  });
  await world.device({ name: 'Sem placa', unique_id: 'ONLY-2' });
  const first = await exchange(token);
  expect(first.found).toEqual({ created: 2, notMatched: 3 });
  expect((await findings(token, first.id, '?outcome=notMatched')).map(({ reason }) => reason)).toEqual(
    Array(3).fill('onlyHere'),
  );
  expect(held.vehicles).toHaveLength(1);

  const second = await exchange(token, { sendsNew: true });
  expect(second.found).toEqual({ sentNew: 2, notMatched: 1 });
  expect(await findings(token, second.id, '?outcome=notMatched')).toMatchObject([
    { name: 'Sem placa', reason: 'noPlate' },
  ]);
  expect(held.clients[1]).toMatchObject({ cnpJ_CPF: '52998224725', tipoPessoa: 1, situacaoClienteId: 331 });
  expect(held.vehicles[1]).toMatchObject({
    placa: 'ONL1Y23',
    marca: 'Fiat ',
    limiteVelocidade: '80',
    clienteId: held.clients[1]?.id,
  });
  expect(held.simCards[1]).toMatchObject({
    numeroChip: '895500001',
    numeroLinha: '85933334444',
    operadoraId: 1,
  });
  expect(held.trackers[1]).toMatchObject({
    equipamento: 'ONLY-1',
    veiculoId: held.vehicles[1]?.id,
    simCardId: held.simCards[1]?.id,
  });
  const third = await exchange(token, { sendsNew: true });
  expect(third.found).toEqual({ notMatched: 1 });
  expect([held.clients.length, held.vehicles.length, held.trackers.length]).toEqual([2, 2, 2]);
});

test('[FLT-01] what does not match is told with its reason, and the rest is exchanged', async () => {
  hold(7);
  Object.assign(held.clients[0]!, { cnpJ_CPF: ' ' });
  Object.assign(held.clients[2]!, { cnpJ_CPF: held.clients[1]!.cnpJ_CPF });
  Object.assign(held.trackers[0]!, { equipamento: ' ' });
  Object.assign(held.trackers[1]!, { veiculoId: 0, placa: ' ' });
  Object.assign(held.trackers[3]!, { equipamento: held.trackers[2]!.equipamento });
  const reporting = await world.device({
    unique_id: 'HEARD',
    attributes: { plate: String(held.vehicles[4]!.placa) },
  });
  await kysely
    .insertInto('device_state')
    .values({ device_id: reporting, last_update: new Date().toISOString(), memory: '{}' })
    .execute();
  await world.device({ unique_id: 'A', attributes: { plate: String(held.vehicles[5]!.placa) } });
  await world.device({ unique_id: 'B', attributes: { plate: String(held.vehicles[5]!.placa) } });
  await world.device({ unique_id: 'C', attributes: { plate: String(held.vehicles[6]!.placa) } });
  const { token } = await person();
  const run = await exchange(token);
  const reasons = (await findings(token, run.id, '?outcome=notMatched')).map(
    ({ kind, reason }) => `${kind} ${reason}`,
  );
  expect(reasons.toSorted()).toEqual(
    [
      'customer noDocument',
      'customer twiceThere',
      'device heard',
      'device noSerial',
      'device noVehicle',
      'device onlyHere',
      'device onlyHere',
      'device severalHere',
      'device twiceThere',
      'vehicle noTracker',
    ].toSorted(),
  );
  const uniqueIds = (await list('devices', token)).map(({ uniqueId }: { uniqueId: string }) => uniqueId);
  // what is reporting keeps the number that it reports; another takes the one of the provider
  expect(uniqueIds.toSorted()).toEqual(['860000000000003', '860000000000007', 'A', 'B', 'HEARD']);
});

test('[FLT-01] a person sees and writes what is his: a group for what is new, a limit of devices, nothing of others', async () => {
  hold(3);
  const { token, id } = await person({ administrator: false, device_limit: 1 });
  const other = await world.device({ unique_id: '860000000000003' });
  const run = await exchange(token);
  const reasons = async (runId: number) =>
    (await findings(token, runId, '?outcome=notMatched')).map(({ reason }) => reason);
  expect(await reasons(run.id)).toEqual([
    'groupNeeded',
    'groupNeeded',
    'groupNeeded',
    'taken',
    'deviceLimit',
  ]);
  const group = await world.group();
  const refused = await start(token, { groupId: group });
  expect([refused.status, refused.body.code]).toEqual([400, 'reference-not-found']);
  await world.link(id, { group });
  const next = await exchange(token, { groupId: group });
  expect(next).toMatchObject({ groupId: group, found: { created: 3, changed: 1 } });
  expect((await list('customers', token)).map(({ groupId }: { groupId: number }) => groupId)).toEqual([
    group,
    group,
    group,
  ]);
  const { customer_id } = await kysely
    .selectFrom('devices')
    .select('customer_id')
    .where('id', '=', other)
    .executeTakeFirstOrThrow();
  expect(customer_id).toBeNull();
});

test('[FLT-01] a 401 in the middle renews the token and goes on; stray blanks and ignored paging change nothing', async () => {
  hold(250);
  manners.hasStrayBlanks = true;
  manners.ignoresPaging = 'gives-all';
  const { token } = await person();
  const given = provider.tokensGiven;
  provider.endTokens();
  expect(await exchange(token)).toMatchObject({ state: 'done', found: { created: 500 } });
  expect(provider.tokensGiven).toBe(given + 1);
  manners.hasStrayBlanks = false;
  manners.ignoresPaging = 'no';
  expect((await exchange(token)).found).toEqual({});
  manners.ignoresPaging = 'repeats';
  const short = await exchange(token);
  expect((await findings(token, short.id)).map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
    'client incomplete',
    'vehicle incomplete',
    'tracker incomplete',
    'simCard incomplete',
  ]);
  // what did not come again is not taken for removed
  manners.ignoresPaging = 'no';
  expect((await exchange(token)).found).toEqual({});
});

test('[FLT-01] a write that is answered 200 and saved nowhere, or refused in words, is told with what was not saved', async () => {
  hold(2);
  const { token } = await person();
  await exchange(token);
  for (const device of await list('devices', token)) {
    const body = { ...device, phone: '85900001111', attributes: { ...device.attributes, color: 'Roxa' } };
    await ask('PUT', `/api/devices/${device.id}`, { token, body });
  }
  manners.forgets = new Set(['/Veiculo/Atualizar']);
  manners.refuses = { '/SIMCard/Atualizar': 'Linha já utilizada' };
  const run = await exchange(token);
  expect(run.found).toEqual({ refused: 2 });
  expect((await findings(token, run.id))[0]).toMatchObject({
    outcome: 'refused',
    reason: 'refusedThere',
    said: 'Linha já utilizada',
    fields: expect.arrayContaining([
      { name: 'phone', from: null, to: '85900001111' },
      { name: 'color', from: null, to: 'Roxa' },
    ]),
  });
  manners.refuses = {};
  expect(await findings(token, (await exchange(token)).id)).toMatchObject([
    { outcome: 'sent', fields: [{ name: 'phone' }] },
    { outcome: 'refused', reason: 'notSavedThere', fields: [{ name: 'color' }] },
    { outcome: 'sent' },
    { outcome: 'refused' },
  ]);
  manners.forgets = new Set();
  expect((await exchange(token)).found).toEqual({ sent: 2 });
  expect(held.vehicles.map(({ cor }) => cor)).toEqual(['Roxa', 'Roxa']);
  expect((await exchange(token)).found).toEqual({});
});

test('[FLT-01] what the provider holds no more is told once, and stays here', async () => {
  hold(2);
  const { token } = await person();
  await exchange(token);
  for (const rows of [held.clients, held.vehicles, held.trackers, held.simCards]) rows.pop();
  const run = await exchange(token);
  const reasons = (await findings(token, run.id)).map(({ kind, reason }) => `${kind} ${reason}`);
  expect(reasons).toEqual(['customer goneThere', 'device goneThere', 'customer onlyHere', 'device onlyHere']);
  expect(await list('devices', token)).toHaveLength(2);
});

test('[FLT-02] an exchange that stops half-way goes on where it stopped, and what was done until then stands', async () => {
  hold(1_450);
  const { token } = await person();
  manners.delayMs = 30;
  await start(token);
  await vi.waitFor(
    async () => expect((await status(token)).run.handled.clients).toBeGreaterThanOrEqual(200),
    { timeout: 10_000, interval: 10 },
  );
  const stopped = (await ask('DELETE', '/api/fleet-control/runs', { token })).body.run;
  expect(stopped).toMatchObject({ state: 'stopped', step: 'clients' });
  manners.delayMs = 0;
  const requested = provider.requested.length;
  const run = await exchange(token);
  expect(run).toMatchObject({
    id: stopped.id,
    state: 'done',
    found: { created: 2_900 },
    handled: { clients: 1_450 },
  });
  const first = provider.requested[requested];
  expect([first?.path, Number(first?.query.get('skip'))]).toEqual([
    '/ObterClientes',
    stopped.handled.clients,
  ]);
}, 60_000);

test('[FLT-01] an account that the provider refuses, and one without a key, are told as that; no key is in an answer, the audit or the log', async () => {
  const { token } = await person({}, 'wrong-secret');
  expect(await exchange(token)).toMatchObject({
    state: 'failed',
    failure: { code: 'credentialsRefused', said: 'Credenciais inválidas' },
  });
  const unnamed = await world.administrator();
  expect(await status(unnamed.token)).toEqual({ isSetUp: true, isNamed: false, mayStart: true, run: null });
  expect((await start(unnamed.token)).body.code).toBe('fleet-control-not-named');
  const audit = await kysely.selectFrom('audit').selectAll().execute();
  const stored = await kysely.selectFrom('users').select('attributes').execute();
  for (const secret of ['wrong-secret', 'secret-1']) {
    expect(JSON.stringify([audit, stored, logLines])).not.toContain(secret);
  }
});

test('[FLT-02] signing in starts an exchange and waits for nothing: not for a provider that hangs, is slow or is down', async () => {
  hold(3);
  const made = await person();
  const signIn = async () => {
    const answer = await ask('POST', '/api/session', {
      body: { email: made.email, password },
      address: `10.1.0.${people}`,
    });
    expect(answer.status).toBe(200);
  };
  const { token } = made;
  await signIn();
  await vi.waitFor(async () => expect((await status(token)).run).not.toBeNull(), { timeout: 5_000 });
  expect(await ended(token)).toMatchObject({ state: 'done', startedBy: 'sign-in', found: { created: 6 } });
  // whoever signs in again at once finds everything exchanged
  const requested = provider.requested.length;
  await signIn();
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(provider.requested).toHaveLength(requested);
  await kysely.updateTable('fleet_control_runs').set({ updated_at: '2020-01-01T00:00:00Z' }).execute();
  manners.hangs = true;
  // it is still running afterwards: the sign-in did not wait for its end
  await signIn();
  await vi.waitFor(async () => expect((await status(token)).run.state).toBe('running'), { timeout: 5_000 });
  const run = await ended(token);
  expect(run).toMatchObject({
    state: 'waiting',
    failure: { code: 'unreachable' },
    nextTryAt: expect.any(String),
  });
  expect((await list('devices', token)).length).toBe(3);
  // it is asked again by itself when its time has come
  manners.hangs = false;
  await services.fleetControl.resumeDue();
  expect((await status(token)).run.state).toBe('waiting');
  await kysely
    .updateTable('fleet_control_runs')
    .set({ next_try_at: '2020-01-01T00:00:00Z' })
    .where('id', '=', run.id)
    .execute();
  await services.fleetControl.resumeDue();
  expect(await ended(token, ['done'])).toMatchObject({ id: run.id, found: {} });
});

test('[FLT-02] who may only read, and whose attributes name no account, start nothing by signing in', async () => {
  const requested = provider.requested.length;
  const reader = await person({ administrator: false, readonly: true });
  const unnamed = await world.person({ password_hash });
  for (const { email } of [reader, unnamed]) {
    await ask('POST', '/api/session', { body: { email, password }, address: `10.2.0.${people}` });
  }
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(provider.requested).toHaveLength(requested);
  expect((await start(reader.token)).body.code).toBe('account-readonly');
});

test('[FLT-02] [ROLE-02] who may not change devices starts no exchange, by hand or by signing in, and goes on with none', async () => {
  hold(2);
  const bound = await person({ administrator: false, device_readonly: true });
  const requested = provider.requested.length;
  expect(await status(bound.token)).toMatchObject({ mayStart: false });
  expect((await start(bound.token)).status).toBe(403);
  await ask('POST', '/api/session', { body: { email: bound.email, password }, address: `10.2.1.${people}` });
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(provider.requested).toHaveLength(requested);
  expect((await status(bound.token)).run).toBeNull();

  const before = await person({ administrator: false });
  manners.isDown = true;
  await start(before.token);
  expect(await ended(before.token)).toMatchObject({ state: 'waiting' });
  manners.isDown = false;
  await kysely.updateTable('users').set({ device_readonly: true }).where('id', '=', before.id).execute();
  await kysely
    .updateTable('fleet_control_runs')
    .set({ next_try_at: '2020-01-01T00:00:00Z' })
    .where('user_id', '=', before.id)
    .execute();
  const requestsBefore = provider.requested.length;
  await services.fleetControl.resumeDue();
  expect(await ended(before.token, ['failed', 'done'])).toMatchObject({
    state: 'failed',
    failure: { code: 'notAllowed' },
  });
  expect(provider.requested).toHaveLength(requestsBefore);
  expect((await kysely.selectFrom('devices').select('id').execute()).length).toBe(0);
});
