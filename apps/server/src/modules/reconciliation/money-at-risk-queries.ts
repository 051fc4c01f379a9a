/** Vehicles that cost money and bring none (DRIFT-02), read from what is stored now: a row leaves by itself. */
import type {
  CustomerPrices,
  IgnoreRisks,
  MonthlyPrices,
  RiskKind,
  RiskQuery,
  RiskTotals,
} from '@atalaia/contract/providers/reconciliation';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { allOf, isoTime, isoTimeOf, mentions } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleCustomers, visibleDevices } from '../../visibility/visible.ts';

/** Whoever has not been heard for so long does not report. */
const silentDays = 30;

const reports = sql`s.last_update >= now() - ${silentDays}::int * interval '1 day'`;
const isActive = sql`(c.status = 'active' AND NOT c.disabled)`;
const says = (alias: string, standing: string) =>
  sql`${reports} AND ${sql.ref(`${alias}.standing`)} = ${standing}`;

interface RiskCondition {
  readonly holds: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
}

const conditions: Readonly<Record<RiskKind, RiskCondition>> = {
  noCustomer: { holds: sql`${reports} AND c.id IS NULL`, since: sql`d.created_at` },
  customerNotActive: {
    holds: sql`${reports} AND (c.disabled OR c.status NOT IN ('active', 'trial'))`,
    since: sql`c.status_since`,
  },
  absentInFleetControl: { holds: says('f', 'absent'), since: sql`f.since` },
  inactiveInFleetControl: { holds: says('f', 'inactive'), since: sql`f.since` },
  absentInPayments: { holds: says('p', 'absent'), since: sql`p.since` },
  inactiveInPayments: { holds: says('p', 'inactive'), since: sql`p.since` },
  silent: {
    holds: sql`${isActive} AND s.last_update < now() - ${silentDays}::int * interval '1 day'`,
    since: sql`s.last_update`,
  },
  neverConnected: { holds: sql`${isActive} AND s.last_update IS NULL`, since: sql`d.created_at` },
};

const listed = (part: (condition: RiskCondition, kind: string) => RawBuilder<unknown>) =>
  sql.join(Object.entries(conditions).map(([kind, condition]) => part(condition, kind)));

/** What a user's own accounts at the other systems say of a customer. */
const standings = (system: string, alias: string, userId: number) =>
  sql`LEFT JOIN customer_standings AS ${sql.ref(alias)} ON ${sql.ref(`${alias}.user_id`)} = ${userId}
    AND ${sql.ref(`${alias}.system`)} = ${system} AND ${sql.ref(`${alias}.customer_id`)} = d.customer_id`;

/** `r.kinds`, `r.since`, `r.cents` and, where somebody ignores it for all of its kinds, `r.is_ignored` beside each device. */
const risksOf = (devices: RawBuilder<unknown>, userId: number) => sql`
  ${devices} LEFT JOIN device_state AS s ON s.device_id = d.id
  LEFT JOIN customers AS c ON c.id = d.customer_id
  ${standings('fleetControl', 'f', userId)} ${standings('payments', 'p', userId)}
  LEFT JOIN ignored_risks AS i ON i.device_id = d.id
  LEFT JOIN monthly_prices AS own_price ON own_price.category = coalesce(nullif(d.category, ''), 'default')
  LEFT JOIN monthly_prices AS price ON price.category = ''
  CROSS JOIN LATERAL (
    SELECT array_remove(ARRAY[${listed(({ holds }, kind) => sql`CASE WHEN ${holds} THEN ${kind}::text END`)}], NULL) AS kinds
  ) AS k
  CROSS JOIN LATERAL (
    SELECT k.kinds, least(${listed(({ holds, since }) => sql`CASE WHEN ${holds} THEN ${since} END`)}) AS since,
      coalesce(own_price.cents, price.cents) AS cents, coalesce(k.kinds <@ i.kinds, false) AS is_ignored
  ) AS r`;

const isAtRisk = sql`NOT d.disabled AND cardinality(r.kinds) > 0`;

/** Dearest first, then oldest. */
export function findRisks(db: Kysely<Schema>, viewer: Viewer, query: RiskQuery): Promise<Page> {
  const { kind, customerId, keyword, ignored } = query;
  const where = allOf(
    isAtRisk,
    sql`r.is_ignored = ${ignored === 'true'}::boolean`,
    kind && sql`${kind}::text = ANY(r.kinds)`,
    customerId === undefined ? undefined : sql`d.customer_id = ${Number(customerId)}`,
    keyword ? mentions(keyword, 'd.name', sql`d.attributes ->> 'plate'`, 'c.name', 'i.reason') : undefined,
  );
  const from = risksOf(visibleDevices(viewer), viewer.userId);
  const orderBy = sql`r.cents DESC NULLS LAST, r.since, d.id`;
  return readPage(db, { id: 'd.id', from, where, orderBy }, query);
}

/** The contract's Risks in the order of their numbers, as JSON with commas between. */
export async function describeRisks(
  db: Kysely<Schema>,
  userId: number,
  ids: readonly number[],
): Promise<string> {
  const devices = sql`unnest(${ids}::int[]) WITH ORDINALITY AS page (id, place) JOIN devices AS d ON d.id = page.id`;
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY page.place), '') AS json
    FROM ${risksOf(devices, userId)}, LATERAL (
      SELECT d.id AS "deviceId", d.name AS "deviceName", d.attributes ->> 'plate' AS plate, d.category,
        coalesce(d.customer_id, 0) AS "customerId", c.name AS "customerName", c.status AS "customerStatus",
        ${isoTime('s.last_update')} AS "lastUpdate", r.kinds, coalesce(${isoTime('r.since')}, ${isoTimeOf(sql`now()`)}) AS since,
        r.cents AS "monthlyCents", CASE WHEN r.is_ignored THEN json_build_object('reason', i.reason, 'userName', i.user_name,
          'at', ${isoTime('i.ignored_at')}) END AS ignored
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

export async function sumRisks(db: Kysely<Schema>, viewer: Viewer): Promise<RiskTotals> {
  const { rows } = await sql<RiskTotals>`
    WITH risks AS (
      SELECT r.kinds, r.cents, r.is_ignored FROM ${risksOf(visibleDevices(viewer), viewer.userId)} WHERE ${isAtRisk}
    )
    SELECT count(*) FILTER (WHERE NOT is_ignored)::int AS vehicles,
      coalesce(sum(cents) FILTER (WHERE NOT is_ignored), 0)::float8 AS cents,
      count(*) FILTER (WHERE NOT is_ignored AND cents IS NULL)::int AS unpriced,
      count(*) FILTER (WHERE is_ignored)::int AS ignored,
      coalesce((SELECT json_agg(json_build_object('kind', kind, 'vehicles', vehicles, 'cents', cents) ORDER BY cents DESC, kind)
        FROM (SELECT kind, count(*) AS vehicles, coalesce(sum(risks.cents), 0) AS cents FROM risks, unnest(risks.kinds) AS kind
          WHERE NOT is_ignored GROUP BY kind) AS of_kind), '[]') AS kinds
    FROM risks`.execute(db);
  return rows[0] ?? { vehicles: 0, cents: 0, unpriced: 0, ignored: 0, kinds: [] };
}

/** Returns the devices that were ignored for what they are at risk of now, or are shown again. */
export async function writeIgnored(
  within: Kysely<Schema>,
  viewer: Viewer,
  userName: string,
  { deviceIds, reason }: IgnoreRisks,
): Promise<number[]> {
  const asked = sql`d.id = ANY(${deviceIds}::int[])`;
  const { rows } =
    reason === null
      ? await sql<{ id: number }>`
          DELETE FROM ignored_risks WHERE device_id IN (SELECT d.id FROM ${visibleDevices(viewer)} WHERE ${asked})
          RETURNING device_id AS id`.execute(within)
      : await sql<{ id: number }>`
          INSERT INTO ignored_risks (device_id, kinds, reason, user_id, user_name)
          SELECT d.id, r.kinds, ${reason}::text, ${viewer.userId}::int, ${userName}::text
          FROM ${risksOf(visibleDevices(viewer), viewer.userId)} WHERE ${asked} AND ${isAtRisk} ORDER BY d.id
          ON CONFLICT (device_id) DO UPDATE SET kinds = excluded.kinds, reason = excluded.reason, user_id = excluded.user_id,
            user_name = excluded.user_name, ignored_at = now()
          RETURNING device_id AS id`.execute(within);
  return rows.map(({ id }) => id);
}

/** What a visible customer's visible vehicles bring a month; undefined for a customer whom the viewer does not see. */
export async function sumCustomerPrices(
  db: Kysely<Schema>,
  viewer: Viewer,
  customerId: number,
): Promise<CustomerPrices | undefined> {
  const { rows } = await sql<CustomerPrices>`
    WITH parts AS (
      SELECT coalesce(nullif(d.category, ''), 'default') AS category, count(*)::int AS vehicles,
        coalesce(own_price.cents, price.cents) AS "monthlyCents"
      FROM ${visibleDevices(viewer)} LEFT JOIN monthly_prices AS own_price ON own_price.category = coalesce(nullif(d.category, ''), 'default')
      LEFT JOIN monthly_prices AS price ON price.category = ''
      WHERE d.customer_id = ${customerId} AND NOT d.disabled GROUP BY 1, 3
    )
    SELECT coalesce(sum(vehicles), 0)::int AS vehicles, coalesce(sum(vehicles::bigint * "monthlyCents"), 0)::float8 AS cents,
      coalesce(json_agg(parts ORDER BY vehicles DESC, category) FILTER (WHERE category IS NOT NULL), '[]') AS categories
    FROM (SELECT FROM ${visibleCustomers(viewer)} WHERE c.id = ${customerId}) AS seen LEFT JOIN parts ON true
    HAVING count(*) > 0`.execute(db);
  return rows[0];
}

export async function readPrices(db: Kysely<Schema>): Promise<MonthlyPrices> {
  return db.selectFrom('monthly_prices').select(['category', 'cents']).orderBy('category').execute();
}

/** Of two who write them at once the second one's stay, and nothing of the first one's. */
export async function writePrices(within: Kysely<Schema>, prices: MonthlyPrices): Promise<void> {
  await sql`LOCK TABLE monthly_prices IN SHARE ROW EXCLUSIVE MODE`.execute(within);
  await within.deleteFrom('monthly_prices').execute();
  if (prices.length > 0)
    await within
      .insertInto('monthly_prices')
      .values([...prices])
      .execute();
}
