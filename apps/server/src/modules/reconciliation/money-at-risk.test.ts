import { type RiskKind, riskKinds } from '@atalaia/contract/providers/reconciliation';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { writePrices } from './money-at-risk-queries.ts';

const { ask, kysely, world } = await createTestApp();
const path = '/api/reconciliation/money-at-risk';
const admin = await world.administrator();
const { token } = admin;

beforeEach(async () => {
  for (const table of ['devices', 'customers', 'monthly_prices'] as const)
    await kysely.deleteFrom(table).execute();
});

async function customer(status = 'active', group: number | null = null): Promise<number> {
  const id = await world.customer(group);
  await kysely.updateTable('customers').set({ status }).where('id', '=', id).execute();
  return id;
}

/** A vehicle that was heard so many days ago; null for never. */
async function vehicle(customerId: number | null, days: number | null, more: object = {}): Promise<number> {
  const id = await world.device({ customer_id: customerId, ...more });
  // whoever never connected may have no state yet
  if (days === null) return id;
  await sql`INSERT INTO device_state (device_id, last_update) VALUES (${id}, now() - ${days}::int * interval '1 day')
    ON CONFLICT (device_id) DO UPDATE SET last_update = excluded.last_update`.execute(kysely);
  return id;
}

const standing = (userId: number, customerId: number, system: string, says: string) =>
  sql`INSERT INTO customer_standings (user_id, system, customer_id, standing, since, comparison)
    VALUES (${userId}, ${system}, ${customerId}, ${says}, now() - interval '9 days', 1)`.execute(kysely);
const list = async (query = '', by = token) => (await ask('GET', `${path}${query}`, { token: by })).body;
const totals = async (by = token) => (await ask('GET', `${path}/totals`, { token: by })).body;
const price = (prices: object) => ask('PUT', '/api/reconciliation/prices', { token, body: prices });
const ageDays = (since: string) => Math.round((Date.now() - Date.parse(since)) / 86_400_000);
const kindsOf = (rows: { deviceId: number; kinds: RiskKind[] }[]) =>
  new Map(rows.map(({ deviceId, kinds }) => [deviceId, kinds]));

test('[DRIFT-02] vehicles that report without a paying customer are at risk, and those of active customers that are silent for 30 days or never connected', async () => {
  const [active, trial, frozen, inactive] = [
    await customer('active'),
    await customer('trial'),
    await customer('frozen'),
    await customer('inactive'),
  ];
  const fine = [
    await vehicle(active, 1),
    await vehicle(trial, 29),
    await vehicle(trial, 40),
    await vehicle(trial, null),
  ];
  const disabledCustomer = await customer('active');
  await kysely.updateTable('customers').set({ disabled: true }).where('id', '=', disabledCustomer).execute();
  const expected = new Map<number, RiskKind[]>([
    [await vehicle(frozen, 2), ['customerNotActive']],
    [await vehicle(inactive, 2), ['customerNotActive']],
    [await vehicle(disabledCustomer, 2), ['customerNotActive']],
    [await vehicle(null, 2), ['noCustomer']],
    [await vehicle(active, 31), ['silent']],
    [await vehicle(active, null), ['neverConnected']],
  ]);
  // of a customer who pays nothing a silent vehicle costs nothing, nor does a disabled one
  fine.push(await vehicle(frozen, 31), await vehicle(null, 31), await vehicle(frozen, 1, { disabled: true }));
  const rows = await list();
  expect(kindsOf(rows)).toEqual(expected);
  expect(fine.some((id) => expected.has(id))).toBe(false);
  expect(ageDays(rows.find(({ kinds }: { kinds: RiskKind[] }) => kinds[0] === 'silent').since)).toBe(31);
});

test('[DRIFT-02] a customer whom the payment provider or fleet control does not know, or holds inactive, is at risk by the account of the one who looks', async () => {
  const [one, other, good] = [await customer(), await customer(), await customer()];
  const [first, second] = [await vehicle(one, 1), await vehicle(other, 1)];
  await vehicle(good, 1);
  await standing(admin.id, one, 'fleetControl', 'inactive');
  await standing(admin.id, one, 'payments', 'absent');
  await standing(admin.id, other, 'fleetControl', 'absent');
  await standing(admin.id, other, 'payments', 'inactive');
  await standing(admin.id, good, 'payments', 'active');
  const rows = await list();
  expect(kindsOf(rows)).toEqual(
    new Map([
      [first, ['inactiveInFleetControl', 'absentInPayments']],
      [second, ['absentInFleetControl', 'inactiveInPayments']],
    ]),
  );
  expect(ageDays(rows[0].since)).toBe(9);
  const colleague = await world.administrator();
  expect(await list('', colleague.token)).toEqual([]);
});

test('[DRIFT-02] each is priced by its category, else by the price of all others; the sum counts a vehicle once and leaves out who is ignored', async () => {
  const [active, frozen] = [await customer('active'), await customer('frozen')];
  const truck = await vehicle(frozen, 1, { category: 'truck' });
  const plain = await vehicle(null, 1);
  await vehicle(active, 50, { category: 'car' });
  await standing(admin.id, frozen, 'payments', 'absent');
  expect(await totals()).toMatchObject({ vehicles: 3, cents: 0, unpriced: 3 });
  expect((await price([{ category: 'truck', cents: 8_990 }])).status).toBe(200);
  expect(await totals()).toMatchObject({ vehicles: 3, cents: 8_990, unpriced: 2 });
  await price([
    { category: 'truck', cents: 8_990 },
    { category: '', cents: 4_990 },
  ]);
  expect((await list()).map(({ monthlyCents }: { monthlyCents: number }) => monthlyCents)).toEqual([
    8_990, 4_990, 4_990,
  ]);
  const sum = await totals();
  expect(sum).toMatchObject({ vehicles: 3, cents: 18_970, unpriced: 0, ignored: 0 });
  expect(sum.kinds).toContainEqual({ kind: 'absentInPayments', vehicles: 1, cents: 8_990 });
  expect(sum.kinds).toContainEqual({ kind: 'customerNotActive', vehicles: 1, cents: 8_990 });
  const body = { deviceIds: [truck, plain], reason: 'cortesia da diretoria' };
  expect((await ask('PUT', `${path}/ignored`, { token, body })).body).toEqual({ changed: 2 });
  expect(await totals()).toMatchObject({ vehicles: 1, cents: 4_990, ignored: 2 });
  for (const wrong of [[{ category: 'x', cents: 1 }], [{ category: 'car', cents: -1 }]]) {
    expect((await price(wrong)).status).toBe(400);
  }
  const twice = [
    { category: 'car', cents: 1 },
    { category: 'car', cents: 2 },
  ];
  expect((await price(twice)).status).toBe(400);
});

test('[DRIFT-02] what is ignored keeps its reason, who and when, is shown on demand, and comes back by hand or when another kind joins', async () => {
  const owner = await customer('frozen');
  const device = await vehicle(owner, 1);
  await ask('PUT', `${path}/ignored`, { token, body: { deviceIds: [device], reason: 'em negociação' } });
  expect(await list()).toEqual([]);
  const [row] = await list('?ignored=true');
  expect(row.ignored).toMatchObject({ reason: 'em negociação', userName: expect.stringMatching(/^person/) });
  expect(ageDays(row.ignored.at)).toBe(0);
  await standing(admin.id, owner, 'payments', 'absent');
  expect(await list()).toHaveLength(1);
  expect(await list('?ignored=true')).toEqual([]);
  await ask('PUT', `${path}/ignored`, { token, body: { deviceIds: [device], reason: 'em negociação' } });
  expect(await list()).toEqual([]);
  const back = { deviceIds: [device], reason: null };
  expect((await ask('PUT', `${path}/ignored`, { token, body: back })).body).toEqual({ changed: 1 });
  expect(await list()).toHaveLength(1);
  const lines = await kysely.selectFrom('audit').select(['action', 'noun', 'details']).execute();
  expect(lines).toContainEqual({ action: 'update', noun: 'device', details: { moneyAtRisk: 'ignored' } });
});

test('[DRIFT-02] one is at risk since his status changed, whoever changed it', async () => {
  const owner = await customer('active');
  await sql`UPDATE customers SET status_since = now() - interval '80 days' WHERE id = ${owner}`.execute(
    kysely,
  );
  const device = await vehicle(owner, 1);
  const before = (await ask('GET', `/api/customers/${owner}`, { token })).body;
  const body = {
    ...{
      ...before,
      status: 'inactive',
      street: 'Rua A',
      number: '1',
      neighborhood: 'Centro',
      city: 'Fortaleza',
    },
    ...{ state: 'CE', postalCode: '60000-000', phone: '85999990000', notificationEmail: 'a@example.com' },
  };
  expect((await ask('PUT', `/api/customers/${owner}`, { token, body })).status).toBe(200);
  const [row] = await list();
  expect([row.deviceId, ageDays(row.since)]).toEqual([device, 0]);
});

test('[DRIFT-02] an operator sees, sums and ignores only the vehicles in his sight; a client is refused, and prices are an administrator’s', async () => {
  const [mine, foreign] = [await vehicle(null, 1), await vehicle(null, 1)];
  const operator = await world.person({ desk_role: 'operator' });
  await world.link(operator.id, { device: mine });
  expect((await list('', operator.token)).map(({ deviceId }: { deviceId: number }) => deviceId)).toEqual([
    mine,
  ]);
  expect(await totals(operator.token)).toMatchObject({ vehicles: 1 });
  const body = { deviceIds: [mine, foreign], reason: 'x' };
  const ignored = await ask('PUT', `${path}/ignored`, { token: operator.token, body });
  expect(ignored.body).toEqual({ changed: 1 });
  expect(kindsOf(await list()).has(foreign)).toBe(true);
  const prices = await ask('PUT', '/api/reconciliation/prices', { token: operator.token, body: [] });
  expect(prices.status).toBe(403);
  const client = await world.person();
  await world.link(client.id, { device: mine });
  for (const url of [path, `${path}/totals`, '/api/reconciliation/prices'])
    expect((await ask('GET', url, { token: client.token })).status).toBe(403);
});

test('[DRIFT-02] the list is filtered by kind, customer and words, paged, and comes as a spreadsheet', async () => {
  const owner = await customer('frozen');
  const [named] = [
    await vehicle(owner, 1, { name: 'Ônibus escolar' }),
    await vehicle(null, 1),
    await vehicle(null, 2),
  ];
  expect((await list('?kind=noCustomer')).length).toBe(2);
  expect((await list(`?customerId=${owner}`)).map(({ deviceId }: { deviceId: number }) => deviceId)).toEqual([
    named,
  ]);
  expect((await list('?keyword=onibus')).length).toBe(1);
  expect((await ask('GET', `${path}?kind=none`, { token })).status).toBe(400);
  const page = await ask('GET', `${path}?limit=2&offset=2`, { token });
  expect([page.body.length, page.headers['x-total-count']]).toEqual([1, '3']);
  const sheet = await ask('GET', path, { token, headers: { accept: spreadsheetType } });
  expect([sheet.status, sheet.headers['content-type']]).toEqual([200, spreadsheetType]);
  expect(sheet.text.startsWith('PK')).toBe(true);
  expect(riskKinds).toHaveLength(8);
});

test('[DRIFT-02] what the vehicles of a customer bring a month, as far as the operator sees them; of another tenant’s customer nothing', async () => {
  const group = await world.group();
  const [his, others] = [await customer('active', group), await customer('active', await world.group())];
  await price([
    { category: '', cents: 5000 },
    { category: 'truck', cents: 9000 },
  ]);
  await vehicle(his, 1, { category: 'truck' });
  await vehicle(his, null, { category: 'truck' });
  await vehicle(his, 1);
  await vehicle(his, 1, { disabled: true });
  await vehicle(others, 1);
  const of = (id: number, by = token) => ask('GET', `/api/reconciliation/customers/${id}`, { token: by });
  const whole = {
    ...{ vehicles: 3, cents: 23_000 },
    categories: [
      { category: 'truck', vehicles: 2, monthlyCents: 9000 },
      { category: 'default', vehicles: 1, monthlyCents: 5000 },
    ],
  };
  expect((await of(his)).body).toEqual(whole);
  const operator = await world.person({ attributes: { profile: 'central' }, desk_role: 'operator' });
  await world.link(operator.id, { group });
  expect((await of(his, operator.token)).body).toEqual(whole);
  for (const id of [others, 2_000_000_000]) {
    const { status, body } = await of(id, operator.token);
    expect([status, body.code]).toEqual([404, 'not-found']);
  }
  // as clients write it, '' is no category
  const rich = await customer();
  await vehicle(rich, 1, { category: '' });
  expect((await of(rich)).body.categories).toEqual([
    { category: 'default', vehicles: 1, monthlyCents: 5000 },
  ]);
  await price([{ category: '', cents: 100_000_000 }]);
  for (let more = 0; more < 21; more += 1) await vehicle(rich, 1);
  expect((await of(rich)).body).toMatchObject({ vehicles: 22, cents: 2_200_000_000 });
  await price([]);
  expect((await of(his)).body).toMatchObject({ cents: 0, categories: [{ monthlyCents: null }, {}] });
  expect((await of(await customer())).body).toEqual({ vehicles: 0, cents: 0, categories: [] });
});

test('[DRIFT-02] of two who write the prices at once the second one’s stay, and nothing of the first one’s', async () => {
  const other = await kysely.startTransaction().execute();
  await writePrices(other, [{ category: 'car', cents: 1 }]);
  const second = price([{ category: 'truck', cents: 2 }]);
  await Promise.race([
    second,
    vi.waitFor(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
        kysely,
      );
      expect(rows).toHaveLength(1);
    }, 15_000),
  ]);
  await other.commit().execute();
  expect((await second).status).toBe(200);
  expect((await ask('GET', '/api/reconciliation/prices', { token })).body).toEqual([
    { category: 'truck', cents: 2 },
  ]);
});

test('[DRIFT-02] only what is at risk is ignored; who ignores it again is named with his reason and time', async () => {
  const [fine, lost] = [await vehicle(await customer('active'), 1), await vehicle(null, 1)];
  const ignore = async (reason: string | null, by = token) =>
    (await ask('PUT', `${path}/ignored`, { token: by, body: { deviceIds: [fine, lost], reason } })).body;
  expect(await ignore('primeiro')).toEqual({ changed: 1 });
  await sql`UPDATE ignored_risks SET ignored_at = now() - interval '5 days'`.execute(kysely);
  const colleague = await world.administrator();
  expect(await ignore('segundo', colleague.token)).toEqual({ changed: 1 });
  const [row] = await list('?ignored=true&keyword=segundo');
  const { name } = await kysely
    .selectFrom('users')
    .select('name')
    .where('id', '=', colleague.id)
    .executeTakeFirstOrThrow();
  expect(row.ignored).toMatchObject({ reason: 'segundo', userName: name });
  expect(ageDays(row.ignored.at)).toBe(0);
  expect(await ignore(null)).toEqual({ changed: 1 });
  const lines = await kysely.selectFrom('audit').select('details').orderBy('id', 'desc').limit(3).execute();
  expect(lines.map(({ details }) => details)).toEqual([
    { moneyAtRisk: 'shown' },
    { moneyAtRisk: 'ignored' },
    { moneyAtRisk: 'ignored' },
  ]);
});

test('[DRIFT-02] the dearest come first, then the oldest; a plate finds its vehicle, and new prices are in the audit', async () => {
  await price([{ category: 'truck', cents: 9_000 }]);
  const customerId = await customer('active');
  const [recent, old, truck] = [
    await vehicle(customerId, 40),
    await vehicle(customerId, 400),
    await vehicle(null, 1, { category: 'truck', attributes: JSON.stringify({ plate: 'RSK1A23' }) }),
  ];
  const ids = async (query = '') => (await list(query)).map(({ deviceId }: { deviceId: number }) => deviceId);
  expect(await ids()).toEqual([truck, old, recent]);
  expect(await ids('?keyword=rsk1a')).toEqual([truck]);
  const [line] = await kysely
    .selectFrom('audit')
    .select(['noun', 'details'])
    .where('action', '=', 'update')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(line).toEqual({ noun: 'server', details: { changed: ['monthlyPrices'] } });
});
