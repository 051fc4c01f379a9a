import type { Comparison, Difference } from '@atalaia/contract/providers/reconciliation';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { startFleetControl } from '@atalaia/fakes/fleet-control/fleet-control';
import { goodManners } from '@atalaia/fakes/fleet-control/manners';
import { recordsOf } from '@atalaia/fakes/fleet-control/records';
import { startPaymentProvider } from '@atalaia/fakes/payments/payment-provider';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { HeldLease } from '../../platform/db/leases/leases.ts';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import type { ComparedSystem } from '../../resources/compared-system.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { actingFor } from '../../visibility/caller.ts';
import { createFleetControl } from '../fleet-control/provider/fleet-control.ts';
import { createPayments } from '../payments/provider/payments.ts';
import { beginNextTake, endComparison, endTake, endUnsureTakes, storePairs } from './differences-queries.ts';
import { createDifferences } from './differences-service.ts';

const provider = await startFleetControl({ held: recordsOf(0) });
const billing = await startPaymentProvider();
afterAll(async () => {
  await provider.close();
  await billing.close();
});
const { held, manners } = provider;
const fleetControl = createFleetControl({
  settings: { url: provider.url, timeoutMs: 5_000, updateMethod: 'PUT', listMethod: 'POST' },
  metrics: createOutboundMetrics(new Registry()),
});
const payments = createPayments({
  config: {
    payments: {
      ...{ url: billing.url, authorization: 'ApiKey {key}', updateMethod: 'PUT', timeoutMs: 1_500 },
      customerPage: undefined,
    },
  },
  metrics: createOutboundMetrics(new Registry()),
});
const { ask, world, kysely, secrets, services } = await createTestApp({ fleetControl, payments });
const { differences } = services.reconciliation;
const path = '/api/reconciliation/differences';

beforeEach(async () => {
  Object.assign(manners, goodManners());
  billing.behave();
  for (const id of billing.customers.keys()) billing.drop(id);
  for (const list of [held.clients, held.vehicles, held.trackers, held.simCards]) list.length = 0;
  for (const table of ['devices', 'customers', 'users'] as const) await kysely.deleteFrom(table).execute();
});

async function person(attributes: object = {}) {
  const named = {
    full_control_client_id: 'client-1',
    full_control_secret_id: secrets.seal('secret-1'),
    ...attributes,
  };
  return world.person({ administrator: true, attributes: JSON.stringify(named) });
}
const payer = () =>
  person({
    ...{ full_control_client_id: '', payment_provider: 'pagador' },
    apiKeySeller: secrets.seal(billing.key),
  });

const hold = (count: number) => {
  const more = recordsOf(count);
  for (const kind of ['clients', 'vehicles', 'trackers', 'simCards'] as const) held[kind].push(...more[kind]);
};
const comparisons = async (token: string): Promise<Comparison[]> =>
  (await ask('GET', '/api/reconciliation/comparisons', { token })).body;
async function compared(token: string): Promise<void> {
  expect((await ask('POST', '/api/reconciliation/comparisons', { token })).status).toBe(200);
  await vi.waitFor(
    async () => {
      await differences.work();
      expect((await comparisons(token)).some(({ isReading }) => isReading)).toBe(false);
    },
    { timeout: 30_000, interval: 25 },
  );
}
async function exchanged(token: string): Promise<void> {
  await ask('POST', '/api/fleet-control/runs', { token, body: {} });
  await vi.waitFor(
    async () => expect((await ask('GET', '/api/fleet-control', { token })).body.run.state).toBe('done'),
    { timeout: 30_000, interval: 25 },
  );
}
const list = async (token: string, query = ''): Promise<Difference[]> =>
  (await ask('GET', `${path}${query}`, { token })).body;
const take = async (token: string, body: object) => (await ask('POST', `${path}/take`, { token, body })).body;
async function settled(token: string): Promise<Difference[]> {
  await vi.waitFor(
    async () => {
      await differences.work();
      expect((await list(token)).some(({ taking }) => taking !== null)).toBe(false);
    },
    { timeout: 30_000, interval: 25 },
  );
  return list(token);
}
const seen = (rows: readonly Difference[]) => rows.map(({ id, version }) => ({ id, version }));
const shown = (rows: readonly Difference[]) =>
  rows
    .map(({ noun, kind, name, field, here, there }) => [noun, kind, name, field, here, there].join(' | '))
    .sort();

test('[DRIFT-01] what is only here, only there, and different by field is found, with both values, and nothing is written on either side', async () => {
  hold(3);
  const { token } = await person();
  await exchanged(token);
  await compared(token);
  expect(await list(token)).toEqual([]);
  const [first, second] = (await ask('GET', '/api/customers', { token })).body;
  await kysely.updateTable('customers').set({ city: 'Sobral' }).where('id', '=', first.id).execute();
  await kysely
    .updateTable('devices')
    .set({ phone: '85911112222' })
    .where('unique_id', '=', '860000000000002')
    .execute();
  await kysely.deleteFrom('devices').where('unique_id', '=', '860000000000003').execute();
  await kysely.deleteFrom('customers').where('id', '=', second.id).execute();
  const group = await world.group();
  const mine = await world.customer(group);
  await world.device({ name: 'Só aqui', unique_id: 'here-1' });
  const writes = () =>
    provider.requested.filter(({ path: at }) => /Incluir|Atualizar|Cadastrar/.test(at)).length;
  const before = writes();
  await compared(token);
  const rows = shown(await list(token));
  expect(rows).toContain(`customer | field | ${first.name} | city | Sobral | ${first.city}`);
  expect(rows.some((row) => /^device \| field \| .* \| phone \| 85911112222 \| 85900000002$/.test(row))).toBe(
    true,
  );
  expect(rows).toContain('device | onlyHere | Só aqui |  |  | ');
  expect(rows.some((row) => row.startsWith(`customer | onlyThere | ${second.name}`))).toBe(true);
  expect(rows.filter((row) => row.startsWith('device | onlyThere'))).toHaveLength(1);
  expect(rows.filter((row) => row.startsWith('customer | onlyHere'))).toHaveLength(1);
  expect(writes()).toBe(before);
  expect((await ask('GET', `/api/customers/${mine}`, { token })).status).toBe(200);
  const [counts] = await comparisons(token);
  expect(counts).toMatchObject({ system: 'fleetControl', hasAccount: true, onlyThere: 2, onlyHere: 2 });
});

test('[DRIFT-01] a difference keeps since when it is there, leaves by itself once both sides agree, and is read again after a day', async () => {
  hold(1);
  const { token, id } = await person();
  await exchanged(token);
  await kysely.updateTable('customers').set({ city: 'Sobral' }).execute();
  await compared(token);
  await sql`UPDATE differences SET since = now() - interval '5 days'`.execute(kysely);
  const since = (await list(token))[0]?.since;
  await compared(token);
  expect((await list(token))[0]?.since).toBe(since);
  const runs = async () => (await ask('GET', '/api/fleet-control/runs', { token })).body.length;
  const before = await runs();
  await differences.work();
  expect(await runs()).toBe(before);
  await sql`UPDATE comparisons SET started_at = now() - interval '25 hours' WHERE user_id = ${id}`.execute(
    kysely,
  );
  await kysely
    .updateTable('customers')
    .set({ city: String(held.clients[0]?.enderecoPrincipal && 'São Paulo') })
    .execute();
  await differences.work();
  expect(await runs()).toBe(before + 1);
  await vi.waitFor(
    async () => {
      await differences.work();
      expect(await list(token)).toEqual([]);
    },
    { timeout: 30_000, interval: 25 },
  );
});

test('[DRIFT-01] either side of a field is taken in one click: theirs is written here, ours there and read back', async () => {
  hold(2);
  const { token } = await person();
  await exchanged(token);
  await kysely.updateTable('customers').set({ city: 'Sobral' }).execute();
  await kysely.updateTable('devices').set({ attributes: sql`attributes || '{"color":"Azul"}'` }).execute();
  await compared(token);
  const rows = await list(token);
  expect(rows.map(({ field }) => field).sort()).toEqual(['city', 'city', 'color', 'color']);
  const [ours, theirs] = rows.filter(({ field }) => field === 'city');
  expect(await take(token, { side: 'here', rows: seen([ours as Difference]) })).toEqual({
    queued: 1,
    left: 0,
  });
  expect(await take(token, { side: 'there', rows: seen([theirs as Difference]) })).toEqual({
    queued: 1,
    left: 0,
  });
  expect(await settled(token)).toHaveLength(2);
  const here = await kysely.selectFrom('customers').select(['id', 'city']).execute();
  expect(here.find(({ id }) => id === ours?.localId)?.city).toBe('Sobral');
  expect(here.find(({ id }) => id === theirs?.localId)?.city).toBe(theirs?.there);
  const towns = held.clients.map(({ enderecoPrincipal }) => (enderecoPrincipal as { cidade: string }).cidade);
  expect(towns.filter((town) => town === 'Sobral')).toHaveLength(1);
  // all that fit are taken together
  expect(await take(token, { side: 'here', all: { field: 'color' } })).toEqual({ queued: 2, left: 0 });
  expect(await settled(token)).toEqual([]);
  expect(held.vehicles.map(({ cor }) => cor)).toEqual(['Azul', 'Azul']);
  await compared(token);
  expect(await list(token)).toEqual([]);
});

test('[DRIFT-01] what is on one side only is created on the other, or ended here without being removed', async () => {
  hold(2);
  const { token } = await person();
  await exchanged(token);
  await kysely.deleteFrom('devices').where('unique_id', '=', '860000000000001').execute();
  await world.device({ name: 'Novo', unique_id: 'here-1', attributes: JSON.stringify({ plate: 'ABC1D23' }) });
  const ended = await world.device({ name: 'Velho', unique_id: 'here-2' });
  await compared(token);
  const rows = await list(token);
  const named = (name: string) => seen(rows.filter((row) => row.name === name));
  await take(token, { side: 'there', rows: seen(rows.filter(({ kind }) => kind === 'onlyThere')) });
  await take(token, { side: 'here', rows: named('Novo') });
  await take(token, { side: 'there', rows: named('Velho') });
  expect(await settled(token)).toEqual([]);
  const again = await kysely
    .selectFrom('devices')
    .select('id')
    .where('unique_id', '=', '860000000000001')
    .execute();
  expect(again).toHaveLength(1);
  expect(held.trackers.some(({ equipamento }) => equipamento === 'here-1')).toBe(true);
  const { body } = await ask('GET', `/api/devices/${ended}`, { token });
  expect(body).toMatchObject({ name: 'Velho', disabled: true });
  await compared(token);
  expect((await list(token)).filter(({ kind }) => kind !== 'field')).toEqual([]);
});

test('[DRIFT-01] a side that changed after the comparison is not overwritten: the row says so with the new value', async () => {
  hold(2);
  const { token } = await person();
  await exchanged(token);
  await kysely.updateTable('customers').set({ city: 'Sobral' }).execute();
  await compared(token);
  const [one, other] = await list(token);
  const client = held.clients.find(({ nome }) => nome === one?.name);
  Object.assign(client?.enderecoPrincipal as object, { cidade: 'Natal' });
  await kysely
    .updateTable('customers')
    .set({ city: 'Crato' })
    .where('id', '=', other?.localId ?? 0)
    .execute();
  await take(token, { side: 'here', rows: seen([one as Difference]) });
  await take(token, { side: 'there', rows: seen([other as Difference]) });
  const rows = await settled(token);
  expect(rows.find(({ id }) => id === one?.id)).toMatchObject({
    refusal: 'changed',
    here: 'Sobral',
    there: 'Natal',
  });
  expect(rows.find(({ id }) => id === other?.id)).toMatchObject({ refusal: 'changed', here: 'Crato' });
  expect(client?.enderecoPrincipal).toMatchObject({ cidade: 'Natal' });
  // whoever still looks at the row of before takes nothing
  expect(await take(token, { side: 'here', rows: seen([one as Difference]) })).toEqual({
    queued: 0,
    left: 1,
  });
});

test('[DRIFT-01] two who take at once write it once; a refusal, a silent yes and a provider that is down are said', async () => {
  hold(3);
  const { token } = await person();
  await exchanged(token);
  await kysely.updateTable('customers').set({ city: 'Sobral' }).execute();
  await compared(token);
  const [one, other, third] = (await list(token)) as [Difference, Difference, Difference];
  const writes = () =>
    provider.requested.filter(({ path: at }) => at === '/Cliente/CadastrarOuAtualizar').length;
  const before = writes();
  const both = await Promise.all([1, 2].map(() => take(token, { side: 'here', rows: seen([one]) })));
  expect(both.map(({ queued }) => queued).sort()).toEqual([0, 1]);
  await settled(token);
  expect(writes() - before).toBe(1);
  const saving = '/Cliente/CadastrarOuAtualizar';
  manners.refuses = { [saving]: 'CEP inválido' };
  await take(token, { side: 'here', rows: seen([other]) });
  expect((await settled(token)).find(({ id }) => id === other.id)).toMatchObject({
    refusal: 'refusedThere',
    refusalWords: 'CEP inválido',
  });
  manners.refuses = {};
  manners.forgets = new Set([saving]);
  await take(token, { side: 'here', rows: seen([third]) });
  expect((await settled(token)).find(({ id }) => id === third.id)).toMatchObject({
    refusal: 'notSavedThere',
  });
  manners.forgets = new Set();
  manners.isDown = true;
  await take(token, { side: 'here', rows: seen([third]) });
  expect((await settled(token)).find(({ id }) => id === third.id)?.refusal).toMatch(/unreachable|uncertain/);
});

test('[DRIFT-01] all are taken only where they are as many as the person was asked about', async () => {
  hold(3);
  const { token } = await person();
  await exchanged(token);
  await kysely.updateTable('customers').set({ city: 'Sobral' }).execute();
  await compared(token);
  const all = { field: 'city' };
  for (const count of [2, 4]) {
    const answer = await ask('POST', `${path}/take`, { token, body: { side: 'there', all, count } });
    expect([answer.status, answer.body.code]).toEqual([409, 'list-changed']);
  }
  expect((await list(token)).map(({ taking }) => taking)).toEqual([null, null, null]);
  const [first] = await list(token);
  await ask('PUT', `${path}/ignored`, { token, body: { ids: [first?.id], reason: 'sede mudou' } });
  expect(await take(token, { side: 'there', all, count: 2 })).toEqual({ queued: 2, left: 0 });
  expect(await settled(token)).toEqual([]);
  const cities = await kysely.selectFrom('customers').select('city').where('city', '=', 'Sobral').execute();
  expect(cities).toHaveLength(1);
});

test('[DRIFT-01] what a process says late of a take that is over ends no later one', async () => {
  const { id: userId } = await person();
  await sql`INSERT INTO differences (user_id, system, noun, kind, local_id, remote_key, field, name, here, there, sides, comparison,
      take_side, take_version)
    VALUES (${userId}, 'fleetControl', 'customer', 'field', 1, '1', 'city', 'Ana', 'a', 'b', '{here,there}', 1, 'here', 1)`.execute(
    kysely,
  );
  const place = { userId, system: 'fleetControl' } as const;
  const first = await beginNextTake(kysely, place);
  // it hangs, and another process goes on
  await endUnsureTakes(kysely, place);
  await sql`UPDATE differences SET take_side = 'there', take_version = version, refusal = NULL`.execute(
    kysely,
  );
  const second = await beginNextTake(kysely, place);
  if (!first || !second) throw new Error('nothing was begun');
  const row = async () =>
    (await kysely.selectFrom('differences').select(['take_side', 'refusal', 'here']).execute())[0];
  for (const late of [
    { state: 'taken' },
    { state: 'changed', here: 'x', there: 'y' },
    { state: 'refused', reason: 'unreachable', words: null },
  ] as const) {
    await endTake(kysely, first, late);
    expect(await row()).toEqual({ take_side: 'there', refusal: null, here: 'a' });
  }
  await endTake(kysely, second, { state: 'taken' });
  expect(await row()).toBeUndefined();
});

/** Another system as the test says, whose takes do what `take` does. */
function withSystem(more: Partial<ComparedSystem>) {
  const take = vi.fn<ComparedSystem['take']>(async () => ({ state: 'taken' }));
  const system: ComparedSystem = {
    hasAccount: () => true,
    startReading: async () => undefined,
    reading: async () => ({ isReading: false, readAt: null, failure: null }),
    async *pairs() {},
    leaseOf: async () => 'of-a-test',
    take,
    ...more,
  };
  const work = createDifferences({
    ...{ kysely, commit: services.commit, log: { error: () => undefined } },
    leases: {
      run: async (_name, signal, of) => {
        await of({ signal, requireWithin: async () => undefined } as unknown as HeldLease);
        return true;
      },
    },
    systems: { fleetControl: system, payments: { ...system, hasAccount: () => false } },
  });
  return { work, take };
}
const ordered = (userId: number, name: string, more = '') =>
  sql`INSERT INTO differences (user_id, system, noun, kind, local_id, remote_key, field, name, here, there, sides, comparison,
      take_side, take_version)
    VALUES (${userId}, 'fleetControl', 'customer', 'field', 1, ${name}, 'city', ${name}, 'a', 'b', '{here}', 1, 'here', 1)`
    .execute(kysely)
    .then(() => (more ? sql.raw(more).execute(kysely) : undefined));
const refusals = async () =>
  (
    await kysely.selectFrom('differences').select(['name', 'refusal', 'take_side']).orderBy('id').execute()
  ).map(({ name, refusal, take_side }) => [name, refusal, take_side]);

test('[DRIFT-01] a side that cannot be taken, and what is being taken, are left; what changed since it was ordered is taken by nobody', async () => {
  const { id, token } = await person();
  await ordered(id, 'one', 'UPDATE differences SET take_side = NULL');
  const rows = seen(await list(token));
  expect(await take(token, { side: 'there', rows })).toEqual({ queued: 0, left: 1 });
  await sql`UPDATE differences SET take_side = 'here', take_version = 1, version = 2`.execute(kysely);
  const body = { ids: rows.map((row) => row.id), reason: 'sede mudou' };
  expect((await ask('PUT', `${path}/ignored`, { token, body })).body).toEqual({ changed: 0 });
  const { work, take: taken } = withSystem({});
  await work.work();
  expect(taken).not.toHaveBeenCalled();
  expect(await refusals()).toEqual([['one', 'changed', null]]);
  expect((await ask('PUT', `${path}/ignored`, { token, body })).body).toEqual({ changed: 1 });
  const [line] = await kysely.selectFrom('audit').select('details').orderBy('id', 'desc').limit(1).execute();
  expect(line?.details).toEqual({ differences: 'ignored', count: 1 });
});

test('[DRIFT-01] all are those that have the side and that nobody takes already: they are counted so before and when they are taken', async () => {
  const { id, token } = await person();
  await ordered(id, 'free', `UPDATE differences SET take_side = NULL, sides = '{here,there}'`);
  await ordered(
    id,
    'other side',
    `UPDATE differences SET take_side = NULL, sides = '{there}' WHERE name = 'other side'`,
  );
  await ordered(id, 'under way');
  await ordered(
    id,
    'ignored',
    `UPDATE differences SET take_side = NULL, ignored_at = now() WHERE name = 'ignored'`,
  );
  const named = async (query: string) => (await list(token, query)).map(({ name }) => name);
  expect(await named('')).toEqual(['free', 'other side', 'under way']);
  expect([await named('?takable=here'), await named('?takable=there')]).toEqual([
    ['free'],
    ['free', 'other side'],
  ]);
  const body = (count: number) => ({ side: 'here', all: {}, count });
  for (const count of [0, 2, 3])
    expect(await take(token, body(count))).toMatchObject({ code: 'list-changed' });
  expect(await take(token, body(1))).toEqual({ queued: 1, left: 0 });
  await settled(token);
});

test('[DRIFT-01] [ROLE-02] what was ordered is written by nobody who may change devices no more', async () => {
  const operator = await world.person({ desk_role: 'operator', device_limit: -1 });
  await ordered(operator.id, 'one');
  await kysely.updateTable('users').set({ device_readonly: true }).where('id', '=', operator.id).execute();
  const { work, take: taken } = withSystem({});
  await work.work();
  expect([taken.mock.calls.length, await refusals()]).toEqual([0, [['one', 'noAccount', null]]]);
});

test('[DRIFT-01] where the other system does not answer the rest is not tried; what is refused here says why, and goes on', async () => {
  const { id } = await person();
  for (const name of ['one', 'two', 'three']) await ordered(id, name);
  const down = withSystem({});
  down.take
    .mockRejectedValueOnce(new AppError('customer-group-required', 'must be a group'))
    .mockRejectedValueOnce(new DeliveryFailed('no answer', { certainlyNotSent: false }));
  await down.work.work();
  expect(down.take).toHaveBeenCalledTimes(2);
  expect(await refusals()).toEqual([
    ['one', 'customer-group-required', null],
    ['two', 'uncertain', null],
    ['three', 'unreachable', null],
  ]);
});

test('[DRIFT-01] a comparison that another reading overtook settles nothing; one of the same reading is not made again', async () => {
  const { id } = await person();
  await ordered(id, 'one', 'UPDATE differences SET take_side = NULL, comparison = 0');
  const [early, late] = ['2026-11-28T10:00:00.000Z', '2026-11-28T11:00:00.000Z'];
  let readAt = early;
  const pairs = vi.fn(async function* () {
    readAt = late;
    yield [];
  });
  const { work } = withSystem({ reading: async () => ({ isReading: false, readAt, failure: null }), pairs });
  await work.work();
  expect(await refusals()).toHaveLength(1);
  await work.work();
  expect(await refusals()).toEqual([]);
  await work.work();
  expect(pairs).toHaveBeenCalledTimes(2);
});

test('[DRIFT-01] [DRIFT-02] what a comparison did not find again is settled, unless it is being taken; a standing keeps since when it is so', async () => {
  const { id: userId } = await person();
  const place = { userId, system: 'fleetControl' } as const;
  await ordered(userId, 'settled', 'UPDATE differences SET take_side = NULL');
  await ordered(userId, 'leaving', `UPDATE differences SET take_started_at = now() WHERE take_side = 'here'`);
  const [stays, changes, goes] = [await world.customer(), await world.customer(), await world.customer()];
  const of = (localId: number, standing: 'active' | 'absent') =>
    ({
      noun: 'customer',
      localId,
      remoteKey: null,
      name: 'x',
      here: null,
      there: null,
      sidesOf: () => [],
      standing,
    }) as const;
  await storePairs(kysely, place, 1, [of(stays, 'active'), of(changes, 'active'), of(goes, 'active')]);
  await sql`UPDATE customer_standings SET since = now() - interval '5 days'`.execute(kysely);
  await storePairs(kysely, place, 2, [of(stays, 'active'), of(changes, 'absent')]);
  await endComparison(kysely, place, 2, new Date().toISOString());
  expect((await refusals()).map(([name]) => name)).toEqual(['leaving']);
  const { rows } = await sql<object>`
    SELECT customer_id AS id, standing, since > now() - interval '1 day' AS fresh FROM customer_standings ORDER BY 1`.execute(
    kysely,
  );
  expect(rows).toEqual([
    { id: stays, standing: 'active', fresh: false },
    { id: changes, standing: 'absent', fresh: true },
  ]);
});

test('[DRIFT-01] a take whose process ended in the middle is not repeated, and says that nobody knows', async () => {
  hold(1);
  const { token } = await person();
  await exchanged(token);
  await kysely.updateTable('customers').set({ city: 'Sobral' }).execute();
  await compared(token);
  await sql`UPDATE differences SET take_side = 'here', take_version = version, take_started_at = now()`.execute(
    kysely,
  );
  const before = provider.requested.length;
  expect(await settled(token)).toMatchObject([{ refusal: 'uncertain', taking: null }]);
  expect(provider.requested.length).toBe(before);
});

test('[DRIFT-01] [ROLE-03] what was ordered by who may not sign in any more is written on neither side', async () => {
  hold(1);
  const { id, token } = await person();
  await exchanged(token);
  await kysely.updateTable('customers').set({ city: 'Sobral' }).execute();
  await compared(token);
  await sql`UPDATE differences SET take_side = 'here', take_version = version`.execute(kysely);
  await kysely.updateTable('users').set({ disabled: true }).where('id', '=', id).execute();
  const before = provider.requested.length;
  await differences.work();
  await kysely.updateTable('users').set({ disabled: false }).where('id', '=', id).execute();
  expect(await list(token)).toMatchObject([{ refusal: 'noAccount', taking: null, here: 'Sobral' }]);
  expect(provider.requested.length).toBe(before);
});

test('[DRIFT-01] an ignored difference keeps reason, who and when, is shown on demand, is left out of all, and comes back when it changes', async () => {
  hold(1);
  const { token } = await person();
  await exchanged(token);
  await kysely.updateTable('customers').set({ city: 'Sobral' }).execute();
  await compared(token);
  const ids = (await list(token)).map(({ id }) => id);
  const ignored = await ask('PUT', `${path}/ignored`, { token, body: { ids, reason: 'sede mudou' } });
  expect(ignored.body).toEqual({ changed: 1 });
  expect(await list(token)).toEqual([]);
  const [row] = await list(token, '?ignored=true');
  expect(row?.ignored).toMatchObject({ reason: 'sede mudou', userName: expect.stringMatching(/^person/) });
  expect(await take(token, { side: 'here', all: {} })).toEqual({ queued: 0, left: 0 });
  await compared(token);
  expect(await list(token)).toEqual([]);
  await kysely.updateTable('customers').set({ city: 'Crato' }).execute();
  await compared(token);
  expect(await list(token)).toHaveLength(1);
  const sheet = await ask('GET', path, { token, headers: { accept: spreadsheetType } });
  expect([sheet.status, sheet.text.startsWith('PK')]).toEqual([200, true]);
});

test('[DRIFT-01] a list that came short says nothing of what exists here only, and differences are their account’s own', async () => {
  hold(2);
  const { token } = await person();
  await exchanged(token);
  held.clients.length = 0;
  await compared(token);
  expect((await list(token)).filter(({ kind }) => kind === 'onlyHere')).toEqual([]);
  await kysely.updateTable('customers').set({ city: 'Sobral' }).execute();
  const colleague = await world.administrator();
  expect(await list(colleague.token)).toEqual([]);
  const reader = await world.person({ administrator: false, desk_role: 'operator', device_readonly: true });
  const [hidden, own] = [await world.device(), await world.device()];
  await world.link(reader.id, { device: own });
  for (const local of [hidden, own]) {
    await sql`INSERT INTO differences (user_id, system, noun, kind, local_id, remote_key, field, name, sides, comparison)
      VALUES (${reader.id}, 'fleetControl', 'device', 'field', ${local}, 'tracker 1', 'color', 'x', '{here}', 1)`.execute(
      kysely,
    );
  }
  expect((await list(reader.token)).map(({ localId }) => localId)).toEqual([own]);
  const body = { side: 'here', all: {} };
  expect((await ask('POST', `${path}/take`, { token: reader.token, body })).status).toBe(403);
});

test('[DRIFT-01] [DRIFT-02] the payment provider’s customers are compared too: by field, absent and inactive, and taken either way', async () => {
  const { token } = await payer();
  const whole = {
    ...{
      cc_email: '',
      email: 'a@example.com',
      phone_number: '85999990000',
      postal_code: '60311280',
      number: '10',
    },
    ...{
      neighborhood: 'Centro',
      complement: null,
      street: 'Rua A',
      city: 'Fortaleza',
      state: 'CE',
      type: 'F',
      notes: '',
    },
  };
  const here = {
    ...{
      type: 'F',
      street: 'Rua A',
      number: '10',
      neighborhood: 'Centro',
      city: 'Fortaleza',
      state: 'CE',
      postal_code: '60311280',
    },
    ...{ phone: '85999990000', notification_email: 'a@example.com', status: 'active' },
  };
  const add = async (name: string, cpf_cnpj: string) =>
    (
      await kysely
        .insertInto('customers')
        .values({ ...here, name, cpf_cnpj })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const ana = await add('Ana', '11111111111');
  const bia = await add('Bia', '22222222222');
  const caio = await add('Caio', '33333333333');
  billing.hold({ ...whole, full_name: 'Ana', cpf_cnpj: '11111111111', city: 'Sobral', is_active: false });
  billing.hold({ ...whole, full_name: 'Bia Souza', cpf_cnpj: '22222222222' });
  billing.hold({ ...whole, full_name: 'Davi', cpf_cnpj: '44444444444' });
  await compared(token);
  const rows = await list(token);
  expect(shown(rows)).toEqual([
    'customer | field | Ana | city | Fortaleza | Sobral',
    'customer | field | Bia | full_name | Bia | Bia Souza',
    'customer | onlyHere | Caio |  |  | ',
    'customer | onlyThere | Davi |  |  | ',
  ]);
  const standings = await kysely
    .selectFrom('customer_standings')
    .select(['customer_id', 'standing'])
    .orderBy('customer_id')
    .execute();
  expect(standings).toEqual([
    { customer_id: ana, standing: 'inactive' },
    { customer_id: bia, standing: 'active' },
    { customer_id: caio, standing: 'absent' },
  ]);
  const of = (name: string) => seen(rows.filter((row) => row.name === name));
  await take(token, { side: 'here', rows: of('Ana') });
  await take(token, { side: 'there', rows: [...of('Bia'), ...of('Davi')] });
  await settled(token);
  await take(token, { side: 'here', rows: of('Caio') });
  expect(await settled(token)).toEqual([]);
  const there = [...billing.customers.values()];
  expect(there.find(({ full_name }) => full_name === 'Ana')).toMatchObject({
    city: 'Fortaleza',
    email: 'a@example.com',
  });
  expect(there.some(({ full_name }) => full_name === 'Caio')).toBe(true);
  const names = await kysely.selectFrom('customers').select('name').orderBy('name').execute();
  expect(names.map(({ name }) => name)).toEqual(['Ana', 'Bia Souza', 'Caio', 'Davi']);
});

test('[DRIFT-01] [FLT-02] an exchange that waits for its provider goes on: a comparison neither stops it nor takes its place', async () => {
  hold(1);
  const { token } = await person();
  manners.isDown = true;
  await ask('POST', '/api/fleet-control/runs', { token, body: {} });
  const run = async () => (await ask('GET', '/api/fleet-control', { token })).body.run;
  await vi.waitFor(async () => expect((await run()).state).toBe('waiting'), {
    timeout: 30_000,
    interval: 25,
  });
  const before = await run();
  await ask('POST', '/api/reconciliation/comparisons', { token });
  await differences.work();
  expect(await run()).toMatchObject({ id: before.id, state: 'waiting', startedBy: 'hand' });
  const [counts] = await comparisons(token);
  expect(counts).toMatchObject({ failure: 'unreachable', comparedAt: null });
});

test('[DRIFT-01] systems are read for who may sign in, where he has an account, at once', async () => {
  const [{ id }, disabled, ended] = [await person(), await person(), await person()];
  await kysely.updateTable('users').set({ disabled: true }).where('id', '=', disabled.id).execute();
  const past = { expiration_time: '2020-01-01T00:00:00Z' };
  await kysely.updateTable('users').set(past).where('id', '=', ended.id).execute();
  await differences.work();
  const { rows } = await sql`
    SELECT user_id, system, started_at > now() - interval '1 minute' AS begun FROM comparisons`.execute(
    kysely,
  );
  expect(rows).toEqual([{ user_id: id, system: 'fleetControl', begun: true }]);
});

test('[DRIFT-01] what was asked for is being read until its reading is there, also where it was asked for again meanwhile', async () => {
  const { id: userId } = await person();
  const acting = await actingFor(kysely, userId);
  if (!acting) throw new Error('nobody acts');
  const caller = { ...acting, address: '', via: 'bearer' } as const;
  const stored = Promise.withResolvers<void>();
  const startReading = vi.fn<ComparedSystem['startReading']>(() => stored.promise);
  const { work } = withSystem({ startReading });
  const isReading = async () => (await work.comparisons(caller)).some((one) => one.isReading);
  await work.compare(caller);
  await vi.waitFor(() => expect(startReading).toHaveBeenCalledTimes(1));
  expect(await isReading()).toBe(true);
  // in a transaction that began before the reading and ended later
  await sql`UPDATE comparisons SET requested_at = requested_at + interval '1 microsecond'`.execute(kysely);
  stored.resolve();
  await work.stop();
  expect(await isReading()).toBe(true);
  await work.work();
  expect(startReading).toHaveBeenCalledTimes(2);
  expect(await isReading()).toBe(false);
  await work.work();
  expect(startReading).toHaveBeenCalledTimes(2);
});

test('[DRIFT-01] [ROLE-02] who may not change devices takes no side', async () => {
  const bound = await world.person({ desk_role: 'operator', device_readonly: true });
  const answer = await ask('POST', `${path}/take`, { token: bound.token, body: { side: 'here', all: {} } });
  expect([answer.status, answer.body.code]).toEqual([403, 'devices-readonly']);
});
