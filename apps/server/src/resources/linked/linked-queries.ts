import type { LinkedQuery } from '@atalaia/contract/values/linked-query';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { readsAs } from '../../queries/labelled-keys.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { orderOf, type SortQuery } from '../../queries/sorting.ts';
import { allOf, anyOf, isOneOf, mentions } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleLinked } from '../../visibility/visible.ts';
import { type LinkedKind, linkedTables } from '../../visibility/ways.ts';
import type { LinkedNoun, LinkedRow } from './linked-noun.ts';

type Searched = Pick<LinkedNoun<never>, 'searchedColumns' | 'searchedWords'>;
type Listed = Searched & Pick<LinkedNoun<never>, 'kind' | 'nameColumn' | 'sortColumns'>;

/** The visible rows of a kind that fit the filters, by name unless they are sorted otherwise. */
export async function findLinked(
  db: Kysely<Schema>,
  viewer: Viewer,
  { kind, nameColumn, sortColumns, ...searched }: Listed,
  query: LinkedQuery & SortQuery,
): Promise<Page> {
  const { userId, keyword } = query;
  const isDirect = query.inherited !== 'true';
  // calendars have no links to groups and devices
  const { groupId, deviceId } = kind === 'calendar' ? {} : query;
  const select = {
    id: 'l.id',
    from: visibleLinked(viewer, kind),
    where: allOf(
      isOneOf('l.id', query.id),
      isDirect && userId !== undefined ? sql`l.id IN (${linksOf('user', userId, kind)})` : undefined,
      groupId === undefined
        ? undefined
        : sql`l.id IN (${isDirect ? linksOf('group', groupId, kind) : linksWithAbove('group', groupId, kind)})`,
      deviceId === undefined
        ? undefined
        : sql`l.id IN (${isDirect ? linksOf('device', deviceId, kind) : linksWithAbove('device', deviceId, kind)})`,
      keyword ? isFoundBy(keyword, searched) : undefined,
    ),
    orderBy: orderOf(
      query,
      sortColumns,
      'l.id',
      sql`${sql.ref(`l.${nameColumn}`)} COLLATE "pt-BR-x-icu", l.id`,
    ),
  };
  return readPage(db, select, query);
}

function isFoundBy(keyword: string, { searchedColumns, searchedWords = [] }: Searched) {
  const texts = searchedColumns.map((column) => (typeof column === 'string' ? `l.${column}` : column));
  return anyOf(mentions(keyword, ...texts), ...searchedWords.map((words) => readsAs(keyword, words)));
}

function linksOf(owner: 'user' | 'group' | 'device', id: string, kind: LinkedKind): RawBuilder<unknown> {
  return sql`SELECT ${sql.ref(`${kind}_id`)} FROM ${sql.table(`${owner}_${kind}s`)}
    WHERE ${sql.ref(`${owner}_id`)} = ${Number(id)}`;
}

/** Its own links, and those of the groups that it is in. */
function linksWithAbove(owner: 'device' | 'group', id: string, kind: LinkedKind): RawBuilder<unknown> {
  return sql`
    WITH RECURSIVE chain (id) AS (
      SELECT group_id FROM ${sql.table(`${owner}s`)} WHERE id = ${Number(id)}
      UNION SELECT g.group_id FROM groups AS g JOIN chain ON chain.id = g.id
    )
    ${linksOf(owner, id, kind)}
    UNION SELECT m.${sql.ref(`${kind}_id`)} FROM ${sql.table(`group_${kind}s`)} AS m JOIN chain ON chain.id = m.group_id`;
}

/** Rows in the order requested, with commas between; those that were removed are left out, and none give ''. Whether they may be seen is asked before. */
export async function describeLinked(
  db: Kysely<Schema>,
  { kind, presented }: Pick<LinkedNoun<never>, 'kind' | 'presented'>,
  ids: readonly number[],
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN ${sql.table(linkedTables[kind])} AS l USING (id),
    LATERAL (SELECT ${presented}) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

/** Who made a visible row; null where that is not known, undefined for what is not seen. */
export async function findMaker(
  db: Kysely<Schema>,
  viewer: Viewer,
  kind: LinkedKind,
  id: number,
): Promise<{ readonly created_by: unknown } | undefined> {
  const { rows } = await sql<{ created_by: unknown }>`
    SELECT l.created_by FROM ${visibleLinked(viewer, kind)} WHERE l.id = ${id}`.execute(db);
  return rows[0];
}

export async function isLinkedVisible(
  db: Kysely<Schema>,
  viewer: Viewer,
  kind: LinkedKind,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${visibleLinked(viewer, kind)} WHERE l.id = ${id}`.execute(db);
  return rows.length > 0;
}

/** A visible row, locked; nobody else changes it until the end of the transaction. */
export async function lockLinked(
  db: Kysely<Schema>,
  viewer: Viewer,
  kind: LinkedKind,
  id: number,
): Promise<LinkedRow | undefined> {
  const { rows } = await sql<LinkedRow>`
    SELECT l.* FROM ${visibleLinked(viewer, kind)} WHERE l.id = ${id} FOR NO KEY UPDATE OF l`.execute(db);
  return rows[0];
}

export async function insertLinked(db: Kysely<Schema>, kind: LinkedKind, values: LinkedRow): Promise<number> {
  const names = sql.join(Object.keys(values).map((name) => sql.ref(name)));
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(linkedTables[kind])} (${names}) VALUES (${sql.join(Object.values(values))}) RETURNING id`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a row that was inserted came back without its number');
  return row.id;
}

export async function updateLinked(
  db: Kysely<Schema>,
  kind: LinkedKind,
  id: number,
  values: LinkedRow,
): Promise<void> {
  const given = Object.entries(values);
  if (!given.length) return;
  const sets = sql.join(given.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
  await sql`UPDATE ${sql.table(linkedTables[kind])} SET ${sets} WHERE id = ${id}`.execute(db);
}

/** Those that were there. */
export async function deleteLinked(
  db: Kysely<Schema>,
  kind: LinkedKind,
  ids: readonly number[],
): Promise<readonly (LinkedRow & { readonly id: number })[]> {
  const { rows } = await sql<LinkedRow & { readonly id: number }>`
    DELETE FROM ${sql.table(linkedTables[kind])} WHERE id = ANY(${ids}::integer[]) RETURNING *`.execute(db);
  return rows;
}

/** Links a new row to its maker. */
export async function linkToMaker(
  db: Kysely<Schema>,
  kind: LinkedKind,
  userId: number,
  id: number,
): Promise<void> {
  await sql`INSERT INTO ${sql.table(`user_${kind}s`)} (user_id, ${sql.ref(`${kind}_id`)}) VALUES (${userId}, ${id})`.execute(
    db,
  );
}

/** Throws unless the calendar that an input names is seen by the caller; the one that is stored already may stay. */
export async function requireCalendar(
  within: Kysely<Schema>,
  viewer: Viewer,
  { calendarId }: { readonly calendarId?: number | null | undefined },
  before: LinkedRow | undefined,
): Promise<void> {
  if (!calendarId || calendarId === before?.calendar_id) return;
  if (!(await isLinkedVisible(within, viewer, 'calendar', calendarId))) throw referenceRefusal('calendarId');
}
