/** Differences from other systems as last compared, whose sides are taken one by one (DRIFT-01). */
import type {
  Comparison,
  DifferenceQuery,
  IgnoreDifferences,
  ComparedSystem as SystemName,
  TakeSides,
} from '@atalaia/contract/providers/reconciliation';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ComparisonsTable, Schema } from '../../platform/db/schema.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { allOf, isoTime, mentions } from '../../queries/sql-fragments.ts';
import {
  isAlike,
  type Pair,
  type TakenDifference,
  type TakeOutcome,
} from '../../resources/compared-system.ts';
import type { UserRow } from '../../visibility/caller.ts';
import { type Viewer, visibleCustomers, visibleDevices } from '../../visibility/visible.ts';

/** Whose account, at which system. */
export interface Place {
  readonly userId: number;
  readonly system: SystemName;
}

export type ComparisonRow = Selectable<ComparisonsTable>;

const dayOld = sql`now() - interval '24 hours'`;

/** Users whose attributes name an account somewhere. */
export async function findNamedUsers(db: Kysely<Schema>): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    SELECT * FROM users WHERE NOT disabled AND (expiration_time IS NULL OR expiration_time > now())
      AND (attributes ? 'full_control_client_id' OR attributes ? 'payment_provider') ORDER BY id`.execute(db);
  return rows;
}

/** The row of an account, made where there is none, which is read now; `asks` has one that is there read now too. */
export async function writeComparison(
  db: Kysely<Schema>,
  { userId, system }: Place,
  asks: boolean,
): Promise<ComparisonRow> {
  const { rows } = await sql<ComparisonRow>`
    INSERT INTO comparisons AS held (user_id, system) VALUES (${userId}, ${system})
    ON CONFLICT (user_id, system) DO UPDATE
    SET requested_at = CASE WHEN ${asks}::boolean THEN now() ELSE held.requested_at END RETURNING *`.execute(
    db,
  );
  if (!rows[0]) throw new Error('a comparison was not written');
  return rows[0];
}

export function readComparison(
  db: Kysely<Schema>,
  { userId, system }: Place,
): Promise<ComparisonRow | undefined> {
  const rows = db.selectFrom('comparisons').selectAll().where('user_id', '=', userId);
  return rows.where('system', '=', system).executeTakeFirst();
}

/** What a reading of the other system answers: the request, and when it was seen. */
interface DueReading {
  readonly requested: string;
  readonly seen: string;
}

/** Where the other system is to be read: asked for, or a day old. */
export async function findDueReading(
  db: Kysely<Schema>,
  { userId, system }: Place,
): Promise<DueReading | undefined> {
  const { rows } = await sql<DueReading>`
    SELECT requested_at::text AS requested, now()::text AS seen FROM comparisons
    WHERE user_id = ${userId} AND system = ${system}
      AND (started_at IS NULL OR started_at < requested_at OR started_at < ${dayOld})`.execute(db);
  return rows[0];
}

/** That it has begun; where it was asked for again meanwhile it is still due. */
export async function noteReading(
  db: Kysely<Schema>,
  { userId, system }: Place,
  { requested, seen }: DueReading,
): Promise<void> {
  await sql`
    UPDATE comparisons SET started_at = ${seen}::timestamptz WHERE user_id = ${userId} AND system = ${system}
      AND requested_at = ${requested}::timestamptz`.execute(db);
}

/** The number of a new comparison. */
export async function beginComparison(db: Kysely<Schema>, { userId, system }: Place): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    UPDATE comparisons SET number = number + 1 WHERE user_id = ${userId} AND system = ${system} RETURNING number`.execute(
    db,
  );
  return rows[0]?.number ?? 0;
}

export async function storePairs(
  within: Kysely<Schema>,
  { userId, system }: Place,
  comparison: number,
  pairs: readonly Pair[],
): Promise<void> {
  const found = pairs.flatMap(differencesOf);
  const once = [
    ...new Map(
      found.map((one) => [[one.noun, one.localId, one.remoteKey, one.field].join(' '), one]),
    ).values(),
  ];
  const isChanged = sql`(held.here IS DISTINCT FROM excluded.here OR held.there IS DISTINCT FROM excluded.there)`;
  const unlessChanged = (column: string) =>
    sql`${sql.ref(column)} = CASE WHEN ${isChanged} THEN NULL ELSE ${sql.ref(`held.${column}`)} END`;
  if (once.length > 0) {
    await sql`
      INSERT INTO differences AS held (user_id, system, noun, kind, local_id, remote_key, field, name, here, there, sides, comparison)
      SELECT ${userId}::int, ${system}, noun, kind, "localId", "remoteKey", field, name, here, there, sides, ${comparison}::int
      FROM json_to_recordset(${JSON.stringify(once)}::json) AS given (noun text, kind text, "localId" integer, "remoteKey" text,
        field text, name text, here text, there text, sides text[])
      ON CONFLICT (user_id, system, noun, local_id, remote_key, field) DO UPDATE
      SET kind = excluded.kind, name = excluded.name, here = excluded.here, there = excluded.there, sides = excluded.sides,
        comparison = excluded.comparison, version = held.version + ${isChanged}::int,
        ${sql.join(['ignored_at', 'ignored_by', 'ignore_reason', 'refusal', 'refusal_words'].map(unlessChanged))}`.execute(
      within,
    );
  }
  const standings = pairs.flatMap(({ localId, standing }) =>
    standing && localId !== null ? [{ localId, standing }] : [],
  );
  await sql`
    INSERT INTO customer_standings AS held (user_id, system, customer_id, standing, comparison)
    SELECT ${userId}::int, ${system}, id, min(standing), ${comparison}::int
    FROM json_to_recordset(${JSON.stringify(standings)}::json) AS given ("localId" integer, standing text)
    JOIN customers ON customers.id = given."localId" GROUP BY id
    ON CONFLICT (user_id, system, customer_id) DO UPDATE SET standing = excluded.standing, comparison = excluded.comparison,
      since = CASE WHEN held.standing = excluded.standing THEN held.since ELSE now() END`.execute(within);
}

/** What this comparison did not find any more is settled; `readAt`: of which reading it is. */
export async function endComparison(
  within: Kysely<Schema>,
  { userId, system }: Place,
  comparison: number,
  readAt: string,
): Promise<void> {
  const passed = sql`user_id = ${userId} AND system = ${system} AND comparison <> ${comparison}`;
  await sql`DELETE FROM differences WHERE ${passed} AND take_started_at IS NULL`.execute(within);
  await sql`DELETE FROM customer_standings WHERE ${passed}`.execute(within);
  await sql`UPDATE comparisons SET compared_at = now(), read_at = ${readAt}::timestamptz
    WHERE user_id = ${userId} AND system = ${system}`.execute(within);
}

function differencesOf({ noun, localId, remoteKey, name, here, there, sidesOf }: Pair) {
  const about = { noun, localId, remoteKey, name };
  if (!here && !there) return [];
  if (!here || !there) {
    const kind = here ? 'onlyHere' : 'onlyThere';
    return [{ ...about, kind, field: '', here: null, there: null, sides: sidesOf('') }];
  }
  return Object.keys(there)
    .filter((field) => !isAlike(here[field], there[field]))
    .map((field) => ({
      ...{ ...about, kind: 'field', field, sides: sidesOf(field) },
      ...{ here: here[field] ?? null, there: there[field] ?? null },
    }));
}

// What a person sees and does.

const isSeen = (viewer: Viewer) =>
  viewer.administrator
    ? undefined
    : sql`(d.local_id IS NULL OR CASE d.noun WHEN 'customer' THEN d.local_id IN (SELECT c.id FROM ${visibleCustomers(viewer)})
        ELSE d.local_id IN (SELECT d.id FROM ${visibleDevices(viewer)}) END)`;

type Filter = Pick<DifferenceQuery, 'system' | 'noun' | 'kind' | 'field' | 'keyword'>;

function fitting(viewer: Viewer, { system, noun, kind, field, keyword }: Filter): RawBuilder<unknown> {
  return allOf(
    sql`d.user_id = ${viewer.userId}`,
    isSeen(viewer),
    system && sql`d.system = ${system}`,
    noun && sql`d.noun = ${noun}`,
    kind && sql`d.kind = ${kind}`,
    field === undefined ? undefined : sql`d.field = ${field}`,
    keyword ? mentions(keyword, 'd.name', 'd.here', 'd.there', 'd.ignore_reason') : undefined,
  );
}

const isIgnored = sql`d.ignored_at IS NOT NULL`;
/** It has that side, and nobody takes it already. */
const isTakable = (side: TakeSides['side']) => sql`d.take_side IS NULL AND ${side}::text = ANY(d.sides)`;

export function findDifferences(db: Kysely<Schema>, viewer: Viewer, query: DifferenceQuery): Promise<Page> {
  const where = allOf(
    fitting(viewer, query),
    sql`${isIgnored} = ${query.ignored === 'true'}::boolean`,
    query.takable && isTakable(query.takable),
  );
  return readPage(db, { id: 'd.id', from: sql`differences AS d`, where, orderBy: sql`d.since, d.id` }, query);
}

/** A customer is a number on both sides, and shown by his name. */
const shownValue = (column: string) =>
  sql`CASE WHEN d.field = 'customerId' THEN coalesce((SELECT name FROM customers WHERE id::text = ${sql.ref(column)}), ${sql.ref(column)})
    ELSE ${sql.ref(column)} END`;

/** The contract's Differences in the order of their numbers, as JSON with commas between. */
export async function describeDifferences(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY page.place), '') AS json
    FROM unnest(${ids}::int[]) WITH ORDINALITY AS page (id, place) JOIN differences AS d ON d.id = page.id, LATERAL (
      SELECT d.id, d.system, d.noun, d.kind, coalesce(d.local_id, 0) AS "localId", d.name, d.field,
        ${shownValue('d.here')} AS here, ${shownValue('d.there')} AS there, ${isoTime('d.since')} AS since, d.version, d.sides,
        d.take_side AS taking, d.refusal, d.refusal_words AS "refusalWords",
        CASE WHEN ${isIgnored} THEN json_build_object('reason', d.ignore_reason, 'userName', d.ignored_by,
          'at', ${isoTime('d.ignored_at')}) END AS ignored
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

type Counts = Pick<Comparison, 'onlyHere' | 'onlyThere' | 'fields' | 'ignored' | 'taking' | 'refused'>;

export async function countDifferences(
  db: Kysely<Schema>,
  viewer: Viewer,
): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<Counts & { system: string }>`
    SELECT d.system, count(*) FILTER (WHERE d.kind = 'onlyHere' AND NOT ${isIgnored})::int AS "onlyHere",
      count(*) FILTER (WHERE d.kind = 'onlyThere' AND NOT ${isIgnored})::int AS "onlyThere",
      count(*) FILTER (WHERE d.kind = 'field' AND NOT ${isIgnored})::int AS fields,
      count(*) FILTER (WHERE ${isIgnored})::int AS ignored, count(d.take_side)::int AS taking, count(d.refusal)::int AS refused
    FROM differences AS d WHERE ${fitting(viewer, {})} GROUP BY d.system`.execute(db);
  return new Map(rows.map(({ system, ...counts }) => [system, counts]));
}

export async function writeIgnoredDifferences(
  within: Kysely<Schema>,
  viewer: Viewer,
  userName: string,
  { ids, reason }: IgnoreDifferences,
): Promise<number> {
  const { rows } = await sql`
    UPDATE differences AS d SET ignore_reason = ${reason}, ignored_by = ${reason === null ? null : userName},
      ignored_at = CASE WHEN ${reason === null}::boolean THEN NULL ELSE now() END
    WHERE d.id = ANY(${ids}::int[]) AND d.take_side IS NULL AND ${fitting(viewer, {})} RETURNING d.id`.execute(
    within,
  );
  return rows.length;
}

/**
 * Orders a side to be taken of what nobody takes already and what is as it was seen; how many, and how many were asked for.
 * Of all that fit and can be taken, `asked` is how many that are by now, and nothing is ordered where the person was told
 * another number.
 */
export async function orderTakes(
  within: Kysely<Schema>,
  viewer: Viewer,
  wish: TakeSides,
): Promise<{ readonly queued: number; readonly asked: number }> {
  const set = sql`take_side = ${wish.side}, take_user_id = ${viewer.userId}::int, take_version = d.version, refusal = NULL,
    refusal_words = NULL`;
  if ('all' in wish) {
    const all = sql`NOT (${isIgnored}) AND ${isTakable(wish.side)} AND ${fitting(viewer, wish.all)}`;
    const { rows } = await sql<{ queued: number; found: number }>`
      WITH fit AS (SELECT count(*)::int AS found FROM differences AS d WHERE ${all}),
      ordered AS (UPDATE differences AS d SET ${set} FROM fit
        WHERE fit.found = coalesce(${wish.count ?? null}::int, fit.found) AND ${all} RETURNING d.id)
      SELECT (SELECT count(*)::int FROM ordered) AS queued, found FROM fit`.execute(within);
    const { queued = 0, found = 0 } = rows[0] ?? {};
    return { queued, asked: wish.count === undefined ? queued : found };
  }
  const { rows } = await sql`
    UPDATE differences AS d SET ${set}
    FROM json_to_recordset(${JSON.stringify(wish.rows)}::json) AS seen (id integer, version integer)
    WHERE d.id = seen.id AND d.version = seen.version AND ${isTakable(wish.side)} AND ${fitting(viewer, {})}
    RETURNING d.id`.execute(within);
  return { queued: rows.length, asked: wish.rows.length };
}

export type OrderedTake = TakenDifference & { readonly id: number; readonly startedAt: string };

/** Takes that a process began and did not end: whether they were written is not known, and they are not repeated. */
export async function endUnsureTakes(db: Kysely<Schema>, { userId, system }: Place): Promise<void> {
  await sql`UPDATE differences SET take_side = NULL, take_started_at = NULL, refusal = 'uncertain', refusal_words = NULL
    WHERE user_id = ${userId} AND system = ${system} AND take_started_at IS NOT NULL`.execute(db);
}

/** The next ordered take, marked before anything leaves. What changed since it was ordered is taken by nobody. */
export async function beginNextTake(
  db: Kysely<Schema>,
  { userId, system }: Place,
): Promise<OrderedTake | undefined> {
  const of = sql`user_id = ${userId} AND system = ${system} AND take_side IS NOT NULL AND take_started_at IS NULL`;
  await sql`UPDATE differences SET take_side = NULL, refusal = 'changed', refusal_words = NULL
    WHERE ${of} AND version <> take_version`.execute(db);
  const { rows } = await sql<OrderedTake>`
    UPDATE differences SET take_started_at = now() WHERE id = (SELECT min(id) FROM differences WHERE ${of})
    RETURNING id, take_started_at::text AS "startedAt", noun, kind, local_id AS "localId", remote_key AS "remoteKey", field, here, there, take_side AS side`.execute(
    db,
  );
  return rows[0];
}

/** What became of a take: of the one that was begun then, and of none that somebody orders later. */
export async function endTake(
  db: Kysely<Schema>,
  { id, startedAt }: Pick<OrderedTake, 'id' | 'startedAt'>,
  outcome: TakeOutcome,
): Promise<void> {
  const begun = sql`id = ${id} AND take_started_at = ${startedAt}::timestamptz`;
  if (outcome.state === 'taken') {
    await sql`DELETE FROM differences WHERE ${begun}`.execute(db);
    return;
  }
  const ended = sql`take_side = NULL, take_started_at = NULL`;
  await (outcome.state === 'changed'
    ? sql`UPDATE differences SET ${ended}, here = ${outcome.here}, there = ${outcome.there}, version = version + 1,
        refusal = 'changed', refusal_words = NULL WHERE ${begun}`
    : sql`UPDATE differences SET ${ended}, refusal = ${outcome.reason}, refusal_words = ${outcome.words} WHERE ${begun}`
  ).execute(db);
}

/** The other system does not answer: the rest is not tried. */
export async function refuseOrdered(
  db: Kysely<Schema>,
  { userId, system }: Place,
  reason: string,
): Promise<void> {
  await sql`UPDATE differences SET take_side = NULL, refusal = ${reason}, refusal_words = NULL
    WHERE user_id = ${userId} AND system = ${system} AND take_side IS NOT NULL AND take_started_at IS NULL`.execute(
    db,
  );
}

/** Accounts with ordered takes. */
export async function findOrdered(db: Kysely<Schema>): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT DISTINCT user_id AS "userId", system FROM differences WHERE take_side IS NOT NULL`.execute(db);
  return rows;
}
