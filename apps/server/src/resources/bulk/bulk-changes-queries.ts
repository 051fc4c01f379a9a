import type { BulkNounWord } from '@atalaia/contract/bulk-change';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { type Viewer, visibleRows } from '../../visibility/visible.ts';
import { visibleNouns } from '../../visibility/ways.ts';
import { dependencies } from '../removal/dependencies.ts';

/** A column that many rows are given at once; it comes and goes as text, which is read by this type. */
export interface BulkColumn {
  readonly column: string;
  readonly type: 'integer' | 'text' | 'boolean';
  /** The table whose row it names. */
  readonly references?: 'groups' | 'customers' | 'company_configurations';
}

export interface BulkRow {
  readonly id: number;
  readonly name: string;
  readonly [judgedBy: string]: unknown;
}

const tableOf = (noun: BulkNounWord) => sql.table(visibleNouns[noun].table);

/** Those of these rows that are seen; nobody else changes them until the end of the transaction. */
export async function lockSeen(
  db: Kysely<Schema>,
  viewer: Viewer,
  { noun, judgedBy = [] }: { readonly noun: BulkNounWord; readonly judgedBy?: readonly string[] },
  ids: readonly number[],
): Promise<readonly BulkRow[]> {
  const columns = sql.join(['id', 'name', ...judgedBy].map((name) => sql.ref(`it.${name}`)));
  const { rows } = await sql<BulkRow>`
    SELECT ${columns} FROM ${visibleRows(viewer, noun, 'it')} WHERE it.id = ANY(${ids}::integer[])
    ORDER BY it.id FOR NO KEY UPDATE OF it`.execute(db);
  return rows;
}

/** Those that something keeps, or whose removal has somebody decide what becomes of something; nobody refers to any of them anew. */
export async function lockKept(
  db: Kysely<Schema>,
  viewer: Viewer,
  noun: BulkNounWord,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  await sql`SELECT FROM ${tableOf(noun)} WHERE id = ANY(${ids}::integer[]) ORDER BY id FOR UPDATE`.execute(
    db,
  );
  const keeping = dependencies[noun].filter(({ effect }) => effect === 'restrict' || effect === 'choose');
  if (keeping.length === 0) return new Set();
  const selects = keeping.map(
    ({ from, on, where }) =>
      sql`SELECT ${on} AS id FROM ${from} WHERE ${on} = ANY(${ids}::integer[]) AND ${where?.(viewer) ?? sql`true`}`,
  );
  const { rows } = await sql<{ id: number }>`${sql.join(selects, sql` UNION `)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export interface BulkChangeRow {
  readonly id: string;
  readonly userId: number;
  readonly noun: BulkNounWord;
  /** The field that was given, or `remove`. */
  readonly act: string;
  readonly rowIds: readonly number[];
  /** What each of them had, as text; null where they are to be removed. */
  readonly before: readonly (string | null)[] | null;
  readonly after: string | null;
  readonly address: string;
  readonly secondsLeft: number;
}

const changeRow = sql`id, user_id AS "userId", noun, act, row_ids AS "rowIds", before, after, address,
  greatest(extract(epoch FROM until - now()), 0)::float8 AS "secondsLeft"`;

export interface BulkPlan {
  readonly noun: BulkNounWord;
  readonly userId: number;
  readonly address: string;
  readonly ids: readonly number[];
  readonly undoSeconds: number;
}

/** Gives these rows a value, and notes what those that had another one had. */
export async function setBulk(
  db: Kysely<Schema>,
  { noun, userId, address, ids, undoSeconds }: BulkPlan,
  act: string,
  { column, type }: BulkColumn,
  value: string | null,
): Promise<BulkChangeRow> {
  const to = sql`${value}::${sql.raw(type)}`;
  const { rows } = await sql<BulkChangeRow>`
    WITH old AS (
      SELECT it.id, it.${sql.ref(column)}::text AS value FROM ${tableOf(noun)} AS it
      WHERE it.id = ANY(${ids}::integer[]) AND it.${sql.ref(column)} IS DISTINCT FROM ${to}
    ), changed AS (
      UPDATE ${tableOf(noun)} AS it SET ${sql.ref(column)} = ${to} FROM old WHERE it.id = old.id
    )
    INSERT INTO bulk_changes (user_id, address, noun, act, row_ids, before, after, until)
    SELECT ${userId}::integer, ${address}, ${noun}, ${act}, coalesce(array_agg(id ORDER BY id), '{}'),
      coalesce(array_agg(value ORDER BY id), '{}'), ${value}, now() + ${undoSeconds} * interval '1 second'
    FROM old RETURNING ${changeRow}`.execute(db);
  return onlyRow(rows);
}

/** They go when the time is over, unless somebody thinks better of it. */
export async function planRemoval(
  db: Kysely<Schema>,
  { noun, userId, address, ids, undoSeconds }: BulkPlan,
): Promise<BulkChangeRow> {
  const { rows } = await sql<BulkChangeRow>`
    INSERT INTO bulk_changes (user_id, address, noun, act, row_ids, until)
    VALUES (${userId}, ${address}, ${noun}, 'remove', ${ids}::integer[], now() + ${undoSeconds} * interval '1 second')
    RETURNING ${changeRow}`.execute(db);
  return onlyRow(rows);
}

function onlyRow(rows: readonly BulkChangeRow[]): BulkChangeRow {
  const [row] = rows;
  if (!row) throw new Error('a bulk change left no row');
  return row;
}

/** What this user can still undo of a noun, the newest first. */
export async function readBulkChanges(
  db: Kysely<Schema>,
  userId: number,
  noun: BulkNounWord,
): Promise<readonly BulkChangeRow[]> {
  const { rows } = await sql<BulkChangeRow>`
    SELECT ${changeRow} FROM bulk_changes
    WHERE user_id = ${userId} AND noun = ${noun} AND until > now() AND row_ids <> '{}' ORDER BY until DESC`.execute(
    db,
  );
  return rows;
}

/** His change, which is then no more; undefined once its time is over, or for another's. */
export async function takeBulkChange(
  db: Kysely<Schema>,
  userId: number,
  noun: BulkNounWord,
  id: string,
): Promise<BulkChangeRow | undefined> {
  const { rows } = await sql<BulkChangeRow>`
    DELETE FROM bulk_changes WHERE id = ${id}::uuid AND user_id = ${userId} AND noun = ${noun} AND until > now()
    RETURNING ${changeRow}`.execute(db);
  return rows[0];
}

/** What these columns had and may be given again: what it names stays until the end of the transaction. */
export async function lockNamed(
  db: Kysely<Schema>,
  { references }: BulkColumn,
  values: readonly (string | null)[],
): Promise<ReadonlySet<string | null>> {
  if (references === undefined) return new Set(values);
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM ${sql.table(references)} WHERE id = ANY(${[...new Set(values)]}::integer[])
    ORDER BY ${sql.table(references)}.id FOR KEY SHARE`.execute(db);
  return new Set([null, ...rows.map(({ id }) => id)]);
}

/** Back to what they had, but for those that somebody has changed meanwhile; returns which went back. */
export async function undoBulk(
  db: Kysely<Schema>,
  noun: BulkNounWord,
  { column, type }: BulkColumn,
  change: {
    readonly ids: readonly number[];
    readonly before: readonly (string | null)[];
    readonly after: string | null;
  },
): Promise<readonly number[]> {
  const cast = sql.raw(type);
  const { rows } = await sql<{ id: number }>`
    UPDATE ${tableOf(noun)} AS it SET ${sql.ref(column)} = old.value::${cast}
    FROM unnest(${change.ids}::integer[], ${change.before}::text[]) AS old (id, value)
    WHERE it.id = old.id AND it.${sql.ref(column)} IS NOT DISTINCT FROM ${change.after}::${cast}
    RETURNING it.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** One removal whose time is over, for this transaction alone; changes whose time is over are forgotten. */
export async function takeDueRemoval(db: Kysely<Schema>, id?: string): Promise<BulkChangeRow | undefined> {
  await sql`DELETE FROM bulk_changes WHERE act <> 'remove' AND until < now() - interval '1 minute'`.execute(
    db,
  );
  const { rows } = await sql<BulkChangeRow>`
    DELETE FROM bulk_changes WHERE id = (
      SELECT id FROM bulk_changes WHERE act = 'remove' AND until <= now()
        AND ${id === undefined ? sql`true` : sql`id = ${id}::uuid`}
      ORDER BY until LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING ${changeRow}`.execute(db);
  return rows[0];
}

/** Who ordered it, though he may not sign in by now. */
export const readActor = (db: Kysely<Schema>, userId: number) =>
  db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();

/** A removal that failed: those behind it come first. */
export async function postponeRemoval(db: Kysely<Schema>, id: string): Promise<void> {
  await sql`UPDATE bulk_changes SET until = now() + interval '1 minute' WHERE id = ${id}::uuid`.execute(db);
}
