import type { GroupQuery } from '@atalaia/contract/accounts/group';
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { GroupsTable, Schema } from '../../platform/db/schema.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { byName, byText, orderOf, type SortColumns } from '../../queries/sorting.ts';
import { allOf, anyOf, isOneOf, mentions } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleGroups } from '../../visibility/visible.ts';

export type GroupRow = Selectable<GroupsTable>;

const sortColumns: SortColumns<NonNullable<GroupQuery['sort']>> = {
  name: byName('g.name'),
  groupName: byText('parent.name'),
};

/** The visible groups that fit the filters, by name unless they are sorted otherwise. */
export async function findGroups(db: Kysely<Schema>, viewer: Viewer, query: GroupQuery): Promise<Page> {
  const { groupId, keyword, userId, notWithin } = query;
  const select = {
    id: 'g.id',
    from: visibleGroups(viewer),
    orderJoins:
      query.sort === 'groupName' ? sql`LEFT JOIN groups AS parent ON parent.id = g.group_id` : sql``,
    where: allOf(
      isOneOf('g.id', query.id),
      query.inherited !== 'true' && userId !== undefined
        ? sql`g.id IN (SELECT group_id FROM user_groups WHERE user_id = ${Number(userId)})`
        : undefined,
      groupId === undefined ? undefined : sql`g.id IN (${below(Number(groupId))})`,
      notWithin === undefined
        ? undefined
        : sql`g.id <> ${Number(notWithin)} AND g.id NOT IN (${below(Number(notWithin))})`,
      keyword ? isFoundBy(viewer, keyword) : undefined,
    ),
    orderBy: orderOf(query, sortColumns, 'g.id', sql`g.name COLLATE "pt-BR-x-icu", g.id`),
  };
  return readPage(db, select, query);
}

/** By its own name, or by that of the group it is in. */
function isFoundBy(viewer: Viewer, keyword: string): RawBuilder<unknown> | undefined {
  const isNamed = mentions(keyword, 'g.name');
  return anyOf(isNamed, sql`g.group_id IN (SELECT g.id FROM ${visibleGroups(viewer)} WHERE ${isNamed})`);
}

/** Numbers of every group below one, without itself. */
function below(groupId: number): RawBuilder<unknown> {
  return sql`
    WITH RECURSIVE below (id) AS (
      SELECT id FROM groups WHERE group_id = ${groupId}
      UNION SELECT groups.id FROM groups JOIN below ON groups.group_id = below.id
    ) SELECT id FROM below`;
}

/** Whether a device is in a group or in one below it. */
export async function holdsDevices(db: Kysely<Schema>, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM devices WHERE group_id = ${id} OR group_id IN (${below(id)}) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Whether a group would be in itself with this parent. */
export async function wouldCycle(db: Kysely<Schema>, id: number, parentId: number): Promise<boolean> {
  const { rows } = await sql`SELECT WHERE ${parentId} = ${id} OR ${parentId} IN (${below(id)})`.execute(db);
  return rows.length > 0;
}

/** Changes of the tree go one after the other: two at once could close a circle that neither sees. */
export async function lockTree(db: Kysely<Schema>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('groups'))`.execute(db);
}

/** The row of a visible group; nobody else changes it until the end of the transaction. */
export async function lockGroup(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    SELECT g.* FROM ${visibleGroups(viewer)} WHERE g.id = ${id} FOR NO KEY UPDATE OF g`.execute(db);
  return rows[0];
}

export async function insertGroup(db: Kysely<Schema>, values: Insertable<GroupsTable>): Promise<number> {
  const { id } = await db.insertInto('groups').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateGroup(
  db: Kysely<Schema>,
  id: number,
  values: Updateable<GroupsTable>,
): Promise<void> {
  await db.updateTable('groups').set(values).where('id', '=', id).execute();
}

/** Lays groups into another, or into none. */
export async function relocateGroups(
  db: Kysely<Schema>,
  ids: readonly number[],
  parentId: number | null,
): Promise<void> {
  await sql`UPDATE groups SET group_id = ${parentId} WHERE id = ANY(${ids}::integer[])`.execute(db);
}

export async function deleteGroup(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('groups').where('id', '=', id).execute();
}

export async function deviceIdsOf(db: Kysely<Schema>, groupId: number): Promise<number[]> {
  const rows = await db.selectFrom('devices').select('id').where('group_id', '=', groupId).execute();
  return rows.map(({ id }) => id);
}

export async function linkGroup(db: Kysely<Schema>, userId: number, groupId: number): Promise<void> {
  await db.insertInto('user_groups').values({ user_id: userId, group_id: groupId }).execute();
}

// A group as the contract describes it, written as JSON by PostgreSQL: the one place that maps its row.

/** Groups in the order requested, with commas between; those that were removed are left out, and none give ''. Whether they may be seen is asked before. */
export async function describeGroups(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN groups AS g USING (id),
    LATERAL (SELECT g.id, g.name, coalesce(g.group_id, 0) AS "groupId", g.attributes) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}
