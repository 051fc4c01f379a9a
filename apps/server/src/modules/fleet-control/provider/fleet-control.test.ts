import { Cliente, Rastreador, SIMCard, Veiculo } from '@atalaia/contract/providers/fleet-control';
import { type FakeOptions, startFleetControl } from '@atalaia/fakes/fleet-control/fleet-control';
import { recordsOf } from '@atalaia/fakes/fleet-control/records';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import type { FleetControlSettings } from '../../../platform/config/fleet-control-settings.ts';
import { createOutboundMetrics } from '../../../platform/outbound/outbound-metrics.ts';
import type { PageOfRows } from './account-calls.ts';
import { dataIn, listIn, parseInTurns } from './answer.ts';
import { createFleetControl } from './fleet-control.ts';

const credentials = { clientId: 'client-1', secretId: 'secret-1' };

async function start(request: FakeOptions = {}, more: Partial<FleetControlSettings> = {}) {
  const provider = await startFleetControl(request);
  onTestFinished(provider.close);
  const settings = { timeoutMs: 2_000, updateMethod: 'PUT', listMethod: 'POST', ...more } as const;
  const registry = new Registry();
  const control = createFleetControl({
    settings: { url: provider.url, ...settings },
    metrics: createOutboundMetrics(registry),
  });
  const account = control.connect(credentials, new AbortController().signal);
  return { provider, control, account, registry };
}

async function all(pages: AsyncGenerator<PageOfRows>) {
  const read: PageOfRows[] = [];
  for await (const page of pages) read.push(page);
  return { ids: read.flatMap(({ rows }) => rows.map(({ id }) => id)), pages: read.length, last: read.at(-1) };
}

const calls = (requested: readonly { method: string; path: string }[]) =>
  requested.map(({ method, path }) => `${method} ${path}`);

test('[FLT-01] every call of the source goes out by its method, its path and its parameters', async () => {
  const { provider, account } = await start({ held: recordsOf(1) });
  await account.situations();
  await all(account.clients());
  await account.findClients('Transportes');
  await account.saveClient(new Cliente({ id: 1, nome: 'Ana' }));
  await all(account.vehicles());
  expect((await account.findVehicles({ placa: 'BAA1A01' })).rows).toHaveLength(1);
  expect(await account.typesAndBrands()).toMatchObject({ tipos: expect.any(Array) });
  await account.addVehicle(new Veiculo({ id: 0, placa: 'NEW1A23' }));
  await account.changeVehicle(new Veiculo({ id: 1, cor: 'Azul' }));
  await all(account.trackers());
  expect((await account.findTrackers({ equipamento: '860000000000001' })).rows).toHaveLength(1);
  await account.addTracker(new Rastreador({ id: 0, equipamento: 'X' }));
  await account.changeTracker(new Rastreador({ id: 1, equipamento: 'Y' }));
  expect(await account.operator(2)).toEqual({ id: 2, descricao: 'Claro' });
  expect(await account.operator(99)).toBeUndefined();
  expect((await account.operators(5)).rows).toHaveLength(3);
  await account.saveOperator(0, 'Algar');
  await account.changeOperator(3, 'TIM Brasil');
  expect(await account.simCard(1)).toMatchObject({ id: 1, operadoraId: 2 });
  await all(account.simCards());
  await account.findSimCards({ numeroChip: '8955', numeroLinha: '85', operadoraId: 2 });
  await account.saveSimCard(new SIMCard({ id: 0, numeroChip: '1' }));
  await account.changeSimCard(new SIMCard({ id: 1, numeroLinha: '2' }));

  const [token, ...others] = provider.requested;
  expect([token?.method, token?.path, token?.query.toString()]).toEqual([
    'GET',
    '/Account/Token',
    'clientId=client-1&secretId=secret-1',
  ]);
  expect(calls(others)).toEqual([
    'GET /ObterSituacaoCliente',
    'GET /ObterClientes',
    'GET /ObterClientes',
    'POST /Cliente/CadastrarOuAtualizar',
    'POST /Veiculo/ObterVeiculos',
    'POST /Veiculo/ObterVeiculos',
    'GET /Veiculo/ObterTipoEMarca',
    'POST /Veiculo/Incluir',
    'PUT /Veiculo/Atualizar',
    'POST /Rastreador/ObterRastreadores',
    'POST /Rastreador/ObterRastreadores',
    'POST /Rastreador/Incluir',
    'PUT /Rastreador/Atualizar',
    'GET /Operadora/ObterPorId',
    'GET /Operadora/ObterPorId',
    'POST /Operadora/ObterOperadoras',
    'POST /Operadora/CadastrarOuAtualizar',
    'PUT /Operadora/Atualizar',
    'GET /SIMCard/ObterPorId',
    'POST /SIMCard/ObterSIMCards',
    'POST /SIMCard/ObterSIMCards',
    'POST /SIMCard/CadastrarOuAtualizar',
    'PUT /SIMCard/Atualizar',
  ]);
  const queries = others.map(({ query }) => query.toString());
  expect(queries).toContain('skip=0&take=100&search=Transportes');
  expect(queries).toContain('operadoraId=2');
  expect(queries).toContain('parcelaId=5');
  expect(queries).toContain('simCardId=1');
  expect(queries).toContain('numeroChip=8955&numeroLinha=85&operadoraId=2&skip=0&take=100');
  expect(others.find(({ path }) => path === '/Operadora/CadastrarOuAtualizar')?.body).toBe(
    '{"id":0,"descricao":"Algar"}',
  );
  expect(others.every(({ headers }) => headers.authorization?.startsWith('Bearer token-1-'))).toBe(true);
});

test('[FLT-01] the four classes refuse what is no instance of theirs, by their own words, and nothing is sent', async () => {
  const { provider, account } = await start();
  const given = { id: 1 } as never;
  await expect(account.saveClient(given)).rejects.toThrow('Must to be a Cliente Instance');
  await expect(account.addVehicle(given)).rejects.toThrow('Must to be a Veiculo Instance');
  await expect(account.changeVehicle(given)).rejects.toThrow('Must to be a Veiculo Instance');
  await expect(account.addTracker(given)).rejects.toThrow('Must to be a Rastreador Instance');
  await expect(account.changeTracker(new Veiculo({}) as never)).rejects.toThrow(
    'Must to be a Rastreador Instance',
  );
  await expect(account.saveSimCard(given)).rejects.toThrow('Must to be a SIMCard Instance');
  await expect(account.changeSimCard(given)).rejects.toThrow('Must to be a SIMCard Instance');
  expect(provider.requested).toEqual([]);
});

test('[FLT-01] the token is got once, renewed on a 401 only, and by those who need it at once together', async () => {
  const { provider, account } = await start({ held: recordsOf(250) });
  await Promise.all([account.situations(), account.operators(), account.typesAndBrands()]);
  provider.manners.refuses = { '/Veiculo/Atualizar': 'Placa inválida' };
  await expect(account.changeVehicle(new Veiculo({ id: 1 }))).rejects.toMatchObject({
    fault: 'refused',
    words: 'Placa inválida',
  });
  expect(provider.tokensGiven).toBe(1);
  provider.endTokens();
  await Promise.all([account.situations(), account.operators(), account.typesAndBrands()]);
  expect(provider.tokensGiven).toBe(2);
  // in the middle of a list, which continues where it was
  const pages = account.clients();
  await pages.next();
  provider.endTokens();
  expect((await all(pages)).ids).toHaveLength(150);
  expect(provider.tokensGiven).toBe(3);
});

test.for([400, 403, 404, 422])(
  '[FLT-01] an answer of %i keeps the token, and is not asked for again',
  async (status) => {
    const { provider, account } = await start();
    provider.manners.statuses = { '/Veiculo/Atualizar': status };
    await expect(account.changeVehicle(new Veiculo({ id: 1 }))).rejects.toMatchObject({ fault: 'refused' });
    await account.situations();
    expect(provider.tokensGiven).toBe(1);
    expect(calls(provider.requested).filter((call) => call === 'PUT /Veiculo/Atualizar')).toHaveLength(1);
  },
);

test('[FLT-01] an account that the provider does not know is told with its words, and never with the key', async () => {
  const { control } = await start({ secretId: 'another' });
  const account = control.connect(credentials, new AbortController().signal);
  const error = await account.situations().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ fault: 'key-refused', words: 'Credenciais inválidas' });
  expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toContain('secret-1');
});

test('[FLT-01] lists come in pages of 100 until a short one', async () => {
  const { provider, account } = await start({ held: recordsOf(200) });
  expect((await all(account.clients())).ids).toHaveLength(200);
  expect(provider.requested.slice(1).map(({ query }) => query.toString())).toEqual([
    'skip=0&take=100',
    'skip=100&take=100',
    'skip=200&take=100',
  ]);
});

test('[FLT-01] a server that ignores paging is left after its first over-long or repeated page', async () => {
  const { provider, account } = await start({ held: recordsOf(230) });
  provider.manners.ignoresPaging = 'gives-all';
  expect(await all(account.vehicles())).toMatchObject({ ids: { length: 230 }, pages: 1 });
  provider.manners.ignoresPaging = 'repeats';
  const repeated = await all(account.vehicles());
  expect([new Set(repeated.ids).size, repeated.ids.length, repeated.pages]).toEqual([100, 100, 2]);
  expect(repeated.last).toMatchObject({ isIncomplete: true, total: 230 });
  provider.manners.ignoresPaging = 'no';
  provider.manners.overstatesBy = 3;
  expect((await all(account.vehicles())).last).toMatchObject({ isIncomplete: true });
  provider.manners.givesBareLists = true;
  expect(await all(account.trackers())).toMatchObject({
    ids: { length: 230 },
    last: { isIncomplete: false },
  });
});

test('stray blanks around serials and plates are taken off, and a blank alone is nothing', async () => {
  const { provider, account } = await start({ held: recordsOf(1) });
  provider.manners.hasStrayBlanks = true;
  const { value } = await account.trackers().next();
  expect(value?.rows[0]).toMatchObject({ equipamento: '860000000000001', placa: 'BAA1A01', complemento: '' });
});

test('[FLT-02] a provider that is down is spared after five failures; one that hangs costs no longer than the time-out', async () => {
  const { provider, account, registry } = await start({}, { timeoutMs: 150 });
  await account.situations();
  provider.manners.hangs = true;
  // the provider never answers
  await expect(account.changeVehicle(new Veiculo({ id: 1 }))).rejects.toThrow('did not answer within 150 ms');
  provider.manners.hangs = false;
  provider.manners.isDown = true;
  for (let at = 0; at < 4; at += 1) {
    await expect(account.changeVehicle(new Veiculo({ id: 1 }))).rejects.toMatchObject({ status: 503 });
  }
  const requested = provider.requested.length;
  await expect(account.changeVehicle(new Veiculo({ id: 1 }))).rejects.toThrow(
    'rests after repeated failures',
  );
  expect(provider.requested).toHaveLength(requested);
  expect(await registry.metrics()).toContain('atalaia_outbound_resting{service="fleet-control"} 1');
});

test('[FLT-01] an answer without end is told as one that cannot be read', async () => {
  const { provider } = await start();
  provider.manners.answers = { '/ObterClientes': 'x'.repeat(100_000) };
  const control = createFleetControl({
    settings: { url: provider.url, timeoutMs: 2_000, updateMethod: 'PUT', listMethod: 'POST' },
    metrics: createOutboundMetrics(new Registry()),
    mostAnswerBytes: 50_000,
  });
  const account = control.connect(credentials, new AbortController().signal);
  await expect(account.clients().next()).rejects.toMatchObject({ fault: 'unreadable', words: null });
});

test('[FLT-01] twenty thousand rows in one answer are read in slices, with turns of others between', async () => {
  const lista = Array.from({ length: 20_000 }, (_, at) => ({
    id: at + 1,
    nome: ` Transportes e Logística ${at} `,
    more: Array.from({ length: 20 }, (_, place) => ({ texto: ` texto ${place} ` })),
  }));
  const text = JSON.stringify({ data: { lista } });
  const parsed = await countTurns(() => dataIn(text, []));
  expect(parsed.turns).toBeGreaterThan(text.length / 300_000);
  const read = await countTurns(() => listIn(parsed.value));
  expect(read.value.rows).toHaveLength(20_000);
  expect(read.turns).toBeGreaterThanOrEqual(20_000 / 200);

  const { provider, account } = await start({}, { timeoutMs: 20_000 });
  provider.manners.answers = { '/ObterClientes': text };
  expect((await all(account.clients())).ids).toHaveLength(20_000);
});

/** How often others had their turn of the event loop before the work was done. */
async function countTurns<Value>(work: () => Promise<Value>): Promise<{ value: Value; turns: number }> {
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  const value = await work();
  clearImmediate(next);
  return { value, turns };
}

test('verbs where providers differ are settings', async () => {
  const { provider, account } = await start(
    { held: recordsOf(1) },
    { updateMethod: 'PATCH', listMethod: 'GET' },
  );
  await all(account.vehicles());
  await account.changeVehicle(new Veiculo({ id: 1 })).catch(() => undefined);
  expect(calls(provider.requested).slice(1)).toEqual([
    'GET /Veiculo/ObterVeiculos',
    'PATCH /Veiculo/Atualizar',
  ]);
});

test('a long answer is read as JSON.parse reads it, whatever its texts hold', async () => {
  const row = fc.record({
    id: fc.nat(),
    nome: fc.string(),
    more: fc.constantFrom([], ['[{'], [{ a: '}"]\\' }]),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), fc.boolean(), async (rows, isBare) => {
      const pad = 'x'.repeat(600 * 1024);
      const lista = [{ id: -1, nome: pad, more: [] }, ...rows];
      const answer = { data: isBare ? lista : { lista, sumario: { contador: 2 } }, errorMessage: null };
      expect(await parseInTurns(JSON.stringify(answer))).toEqual(answer);
    }),
    { numRuns: 25 },
  );
});
