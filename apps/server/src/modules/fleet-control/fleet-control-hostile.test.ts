/** What a provider on its worst days costs: no customer, no second one, no secret, and no run for ever. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startFleetControl } from '@atalaia/fakes/fleet-control/fleet-control';
import { goodManners } from '@atalaia/fakes/fleet-control/manners';
import { recordsOf } from '@atalaia/fakes/fleet-control/records';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createFleetControl } from './provider/fleet-control.ts';

const fleet = await createFleetControlWorld({ timeoutMs: 5_000 });
const { ask, world, kysely, services, provider, held, manners, logLines } = fleet;
const { person, hold, ended, exchange, findings, list, writes } = fleet;

test('[FLT-01] no list, an emptied one and one that lost most forget nothing here and create nothing there', async () => {
  hold(25);
  const { token } = await person();
  await exchange(token, { sendsNew: true });
  await world.customer();
  const before = writes().length;
  manners.answers = { '/ObterClientes': { data: null, errorMessage: null } };
  expect(await exchange(token, { sendsNew: true })).toMatchObject({
    state: 'failed',
    failure: { code: 'unreadable' },
  });
  for (const lista of [[], held.clients.slice(0, 3)]) {
    manners.answers = { '/ObterClientes': { data: { lista, sumario: { contador: lista.length } } } };
    const run = await exchange(token, { sendsNew: true });
    expect((await findings(token, run)).map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
      'client incomplete',
    ]);
  }
  expect(writes()).toHaveLength(before);
  manners.answers = {};
  expect((await exchange(token)).found).toEqual({ notMatched: 1 });
});

test('[FLT-01] two people who exchange with one provider at once make every customer and device once', async () => {
  hold(120);
  const [one, two] = [await person(), await person()];
  const runs = await Promise.all([exchange(one.token), exchange(two.token)]);
  expect(runs.map(({ state }) => state)).toEqual(['done', 'done']);
  expect(await list('customers', one.token)).toHaveLength(120);
  expect(await list('devices', one.token)).toHaveLength(120);
  expect((await exchange(one.token)).found).toEqual({});
});

test('[FLT-01] a number that somebody registers by hand at the same moment is looked at again, and ends nothing', async () => {
  hold(3);
  const { token } = await person();
  let end = () => {};
  const ends = new Promise<void>((resolve) => {
    end = resolve;
  });
  const byHand = kysely.transaction().execute(async (transaction) => {
    const device = { unique_id: '860000000000002', name: 'By hand' };
    await transaction.insertInto('devices').values(device).execute();
    await ends;
  });
  const running = exchange(token);
  await sleep(1_500);
  end();
  await byHand;
  expect(await running).toMatchObject({ state: 'done', found: { created: 5, changed: 1 } });
});

test('[FLT-01] a list that moves while it is read, and rows without a number, cost no row after them', async () => {
  hold(351);
  for (const rows of [held.vehicles, held.trackers, held.simCards]) rows.length = 0;
  delete (held.clients[50] as { id?: number }).id;
  delete (held.clients[150] as { id?: number }).id;
  const { token } = await person();
  const first = await exchange(token);
  expect(first).toMatchObject({ state: 'done', handled: { clients: 349 } });
  expect(await findings(token, first)).toContainEqual(
    expect.objectContaining({ kind: 'client', reason: 'incomplete' }),
  );
  Object.assign(held.clients[50]!, { id: 51 });
  Object.assign(held.clients[150]!, { id: 151 });
  let isInserted = false;
  manners.meanwhile = ({ path, query }) => {
    if (isInserted || path !== '/ObterClientes' || query.get('skip') !== '100') return;
    isInserted = true;
    held.clients.unshift({ ...held.clients[0]!, id: 5_000, cnpJ_CPF: '52998224725' });
  };
  expect(await exchange(token)).toMatchObject({ state: 'done', handled: { clients: 351 } });
  manners.meanwhile = () => undefined;
  expect(await exchange(token)).toMatchObject({ handled: { clients: 352 }, found: { created: 1 } });
  // a list that begins anew and never gave its length is not complete
  manners.reportsTotals = false;
  manners.ignoresPaging = 'repeats';
  const short = await exchange(token);
  expect((await findings(token, short)).map(({ reason }) => reason)).not.toContain('goneThere');
  expect(await findings(token, short)).toContainEqual(expect.objectContaining({ reason: 'incomplete' }));
});

test('[FLT-01] one row of marks that nothing can store costs that row at most', async () => {
  hold(3);
  held.clients[1]!.nome = `${'a'.repeat(254)}😀`;
  const { token } = await person();
  expect(await exchange(token)).toMatchObject({ state: 'done', found: { created: 6 } });
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const row = `{"id":9,"cnpJ_CPF":"52998224725","nome":"x\\ud83d y\\u0000","a":${deep},"\\ud83d":1}`;
  manners.answers = {
    '/ObterClientes': `{"data":{"lista":[${row},null,${held.clients.map((one) => JSON.stringify(one)).join()}]}}`,
  };
  expect(await exchange(token)).toMatchObject({ state: 'done', found: { created: 1 } });
  expect((await list('customers', token)).map(({ name }: { name: string }) => name)).toContain('x y');
});

test('[FLT-01] an exchange that failed for good begins anew', async () => {
  hold(2);
  const { token } = await person();
  const { id } = await exchange(token);
  const failure = (code: string) =>
    kysely
      .updateTable('fleet_control_runs')
      .set({ state: 'failed', step: 'devices', failure: JSON.stringify({ code, said: null }) })
      .where('id', '=', id)
      .execute();
  await failure('unreadable');
  expect((await exchange(token)).id).toBe(id);
  for (const code of ['internal', 'notAllowed', 'refused']) {
    await failure(code);
    const requested = provider.requested.length;
    const run = await exchange(token);
    expect([run.id > id, run.state, provider.requested.length > requested]).toEqual([true, 'done', true]);
    await kysely.deleteFrom('fleet_control_runs').where('id', '=', run.id).execute();
  }
});

test('[FLT-01] whatever the provider says, it says it without the secret and in words that can be stored', async () => {
  manners.echoesSecrets = true;
  const { token } = await person('TOP"SECRET/4');
  const run = await exchange(token);
  expect(run).toMatchObject({ state: 'failed', failure: { code: 'credentialsRefused' } });
  expect(run.failure.said).toBe('Credenciais inválidas (secretId …)');
  const other = await person('another');
  manners.answers = { '/Account/Token': '{"data":null,"errorMessage":"Erro\\u0000 interno \\ud83d"}' };
  expect(await exchange(other.token)).toMatchObject({
    state: 'failed',
    failure: { code: 'credentialsRefused', said: 'Erro interno' },
  });
  expect(JSON.stringify(logLines)).not.toContain('TOP\\"SECRET');
});

test('[FLT-02] a run whose end nobody could note is taken up again so many times, and no more', async () => {
  const { token, id } = await person();
  await exchange(token);
  await kysely
    .updateTable('fleet_control_runs')
    .set({ state: 'running', step: 'clients', attempts: 6, ended_at: null })
    .where('user_id', '=', id)
    .execute();
  const requested = provider.requested.length;
  await services.fleetControl.resumeDue();
  expect(await ended(token)).toMatchObject({ state: 'failed', failure: { code: 'internal' } });
  expect(provider.requested).toHaveLength(requested);
});

test('[FLT-01] a name that was made up here for what has none there is not sent there', async () => {
  hold(1);
  Object.assign(held.clients[0]!, { nome: null, nomeFantasia: null });
  Object.assign(held.vehicles[0]!, { veiculo: null });
  const { token } = await person();
  await exchange(token);
  const before = writes().length;
  expect((await exchange(token)).found).toEqual({});
  expect(writes()).toHaveLength(before);
  const [device] = await list('devices', token);
  await ask('PUT', `/api/devices/${device.id}`, { token, body: { ...device, name: 'Van da Ana' } });
  expect((await exchange(token)).found).toEqual({ sent: 1 });
  expect(held.vehicles[0]?.veiculo).toBe('Van da Ana');
});

test('[FLT-01] situations that say no are not taken for a yes', async () => {
  hold(4);
  const stored = held.situations.slice();
  held.situations.push({ id: 1, descricao: 'Desativado' }, { id: 2, descricao: 'Não ativo' });
  for (const [at, situacaoClienteId] of [1, 2, 331, 332].entries()) {
    Object.assign(held.clients[at]!, { situacaoClienteId });
  }
  const { token } = await person();
  await exchange(token);
  held.situations.splice(0, Infinity, ...stored);
  const customers = await list('customers', token);
  expect(customers.map(({ name, status }: Record<string, string>) => `${name} ${status}`).toSorted()).toEqual(
    [
      'Transportes 1 Ltda inactive',
      'Transportes 2 Ltda inactive',
      'Transportes 3 Ltda active',
      'Transportes 4 Ltda inactive',
    ],
  );
});

test('[FLT-01] two customers here of one document are both left alone, and told', async () => {
  hold(1);
  const document = String(held.clients[0]!.cnpJ_CPF).replaceAll(/\D/g, '');
  await world.customer();
  await world.customer();
  await kysely.updateTable('customers').set({ cpf_cnpj: document }).execute();
  const { token, id } = await person();
  for (let at = 0; at < 2; at += 1) {
    const run = await exchange(token, { sendsNew: true });
    const reasons = (await findings(token, run)).filter(({ kind }) => kind === 'customer');
    expect(reasons.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual(
      Array(3).fill('notMatched severalHere'),
    );
  }
  const records = kysely.selectFrom('fleet_control_records').select('local_id').where('user_id', '=', id);
  expect(
    (await records.where('local_id', 'is not', null).where('kind', '=', 'client').execute()).length,
  ).toBe(0);
});

test('[FLT-01] a tracker that names its vehicle by the plate alone sends what changed to that vehicle', async () => {
  hold(1);
  Object.assign(held.trackers[0]!, { veiculoId: null });
  const { token } = await person();
  await exchange(token);
  const [device] = await list('devices', token);
  const attributes = { ...device.attributes, color: 'Roxa' };
  await ask('PUT', `/api/devices/${device.id}`, { token, body: { ...device, attributes } });
  expect((await exchange(token)).found).toEqual({ sent: 1 });
  expect(held.vehicles[0]?.cor).toBe('Roxa');
});

test('[FLT-01] a list that was read in two sittings takes nothing for gone', async () => {
  hold(250);
  held.vehicles.length = 0;
  held.trackers.length = 0;
  const { token } = await person();
  await exchange(token);
  manners.delayMs = 120;
  manners.meanwhile = ({ path, query }) => {
    if (path === '/ObterClientes' && query.get('skip') === '100') manners.delayMs = 4_000;
  };
  await ask('POST', '/api/fleet-control/runs', { token, body: {} });
  await vi.waitFor(
    async () => {
      const { run } = (await ask('GET', '/api/fleet-control', { token })).body;
      expect(run.handled.clients).toBeGreaterThanOrEqual(100);
    },
    { timeout: 10_000, interval: 10 },
  );
  const stopped = (await ask('DELETE', '/api/fleet-control/runs', { token })).body.run;
  expect(stopped).toMatchObject({ state: 'stopped', step: 'clients' });
  // what follows moves up there, and is passed over when the reading continues
  held.clients.splice(0, 5);
  Object.assign(manners, { delayMs: 0, meanwhile: () => undefined });
  const run = await exchange(token);
  expect([run.id, run.state]).toEqual([stopped.id, 'done']);
  expect((await findings(token, run)).map(({ reason }) => reason)).not.toContain('goneThere');
  const next = await exchange(token);
  expect((await findings(token, next)).filter(({ reason }) => reason === 'goneThere')).toHaveLength(5);
});

interface ReportedFinding {
  readonly kind: string;
  readonly outcome: string;
  readonly name: string;
  readonly reason: string | null;
  readonly said: string | null;
  readonly localId: number;
}

/** Before each test the provider holds nothing and behaves well, and nothing is registered here. */
async function createFleetControlWorld({ timeoutMs }: { readonly timeoutMs: number }) {
  const provider = await startFleetControl({ held: recordsOf(0) });
  afterAll(provider.close);
  const { held, manners } = provider;
  const fleetControl = createFleetControl({
    settings: { url: provider.url, timeoutMs, updateMethod: 'PUT', listMethod: 'POST' },
    metrics: createOutboundMetrics(new Registry()),
  });
  const app = await createTestApp({ fleetControl });
  const { ask, world, kysely } = app;
  const kinds = ['clients', 'vehicles', 'trackers', 'simCards'] as const;

  beforeEach(async () => {
    Object.assign(manners, goodManners());
    for (const kind of kinds) held[kind].length = 0;
    await kysely.deleteFrom('devices').execute();
    await kysely.deleteFrom('customers').execute();
  });

  async function person(secret = 'secret-1') {
    const made = await world.person({ administrator: true });
    const admin = await world.administrator();
    const user = (await ask('GET', `/api/users/${made.id}`, { token: admin.token })).body;
    const attributes = { full_control_client_id: 'client-1', full_control_secret_id: secret };
    const answer = await ask('PUT', `/api/users/${made.id}`, {
      token: admin.token,
      body: { ...user, attributes },
    });
    expect(answer.status).toBe(200);
    return made;
  }

  function hold(count: number, first = 1) {
    const more = recordsOf(count, first);
    for (const kind of kinds) held[kind].push(...more[kind]);
  }

  async function ended(token: string) {
    const run = async () => (await ask('GET', '/api/fleet-control', { token })).body.run;
    await vi.waitFor(
      async () => expect(['done', 'failed', 'waiting', 'stopped']).toContain((await run())?.state),
      { timeout: 15_000, interval: 25 },
    );
    return run();
  }

  async function exchange(token: string, body: object = {}) {
    const started = await ask('POST', '/api/fleet-control/runs', { token, body });
    expect([started.status, started.text]).toEqual([200, expect.any(String)]);
    return ended(token);
  }

  async function findings(token: string, { id }: { readonly id: number }): Promise<ReportedFinding[]> {
    return (await ask('GET', `/api/fleet-control/runs/${id}/findings`, { token })).body;
  }

  const list = async (noun: string, token: string) => (await ask('GET', `/api/${noun}`, { token })).body;
  const writes = () => provider.requested.filter(({ path }) => /Incluir|Atualizar|Cadastrar/.test(path));

  return { ...app, provider, held, manners, person, hold, ended, exchange, findings, list, writes };
}
