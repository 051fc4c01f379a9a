import { linkedKinds } from '@atalaia/contract/accounts/linked-kind';
import type { PermissionLinked, PermissionOwner } from '@atalaia/contract/accounts/permission';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import {
  type Viewer,
  visibleDevices,
  visibleGroups,
  visibleLinked,
  visibleUsers,
} from '../../visibility/visible.ts';
import { type Link, type LinkBatch, nounOf } from './permission-link.ts';

type Visible = readonly [alias: string, item: (viewer: Viewer) => RawBuilder<unknown>];

/** The visible things of each kind, with the alias they are under. */
export const visible: Readonly<Record<PermissionOwner | PermissionLinked, Visible>> = {
  userId: ['u', visibleUsers],
  deviceId: ['d', visibleDevices],
  groupId: ['g', visibleGroups],
  managedUserId: ['u', visibleUsers],
  calendarId: ['l', (viewer) => visibleLinked(viewer, 'calendar')],
  ...(Object.fromEntries(
    linkedKinds.map((kind): [string, Visible] => [
      `${kind}Id`,
      ['l', (viewer) => visibleLinked(viewer, kind)],
    ]),
  ) as Record<`${(typeof linkedKinds)[number]}Id`, Visible>),
};

/** Whether the viewer sees what this side of a link names. */
export async function isSideVisible(
  db: Kysely<Schema>,
  viewer: Viewer,
  side: PermissionOwner | PermissionLinked,
  id: number,
): Promise<boolean> {
  const [alias, item] = visible[side];
  const { rows } = await sql`SELECT FROM ${item(viewer)} WHERE ${sql.ref(`${alias}.id`)} = ${id}`.execute(db);
  return rows.length > 0;
}

export interface LinkedUser {
  readonly administrator: boolean;
  readonly user_limit: number;
}

/** The users who are linked, as far as the viewer sees them; nobody else changes them until the end of the transaction. */
export async function lockLinkedUsers(
  db: Kysely<Schema>,
  viewer: Viewer,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, LinkedUser>> {
  const { rows } = await sql<LinkedUser & { id: number }>`
    SELECT u.id, u.administrator, u.user_limit FROM ${visibleUsers(viewer)} WHERE u.id = ANY(${userIds}::integer[])
    ORDER BY u.id FOR NO KEY UPDATE OF u`.execute(db);
  return new Map(rows.map(({ id, ...user }) => [id, user]));
}

/** Whether one user is managed by another, at any remove. */
export async function isManagedBy(db: Kysely<Schema>, userId: number, managerId: number): Promise<boolean> {
  return isSideVisible(db, { userId: managerId, administrator: false }, 'userId', userId);
}

/** Those of these things that the viewer sees, in no order. */
export async function seenAmong(
  db: Kysely<Schema>,
  viewer: Viewer,
  side: PermissionOwner | PermissionLinked,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const [alias, item] = visible[side];
  const id = sql<number>`${sql.ref(`${alias}.id`)}`;
  const { rows } = await sql<{ id: number }>`
    SELECT ${id} AS id FROM ${item(viewer)} WHERE ${id} = ANY(${ids}::integer[])`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Whether all of these were made by one user. What is not linked by a table of its own, as a user, has no maker. */
export async function areMadeBy(
  db: Kysely<Schema>,
  userId: number,
  { linked, linkedIds }: Pick<LinkBatch, 'linked' | 'linkedIds'>,
): Promise<boolean> {
  const [alias, item] = visible[linked];
  if (alias !== 'l') return false;
  const { rows } = await sql<{ made: boolean }>`
    SELECT count(*) = ${linkedIds.length} AS made FROM ${item({ userId, administrator: true })}
    WHERE l.id = ANY(${linkedIds}::integer[]) AND l.created_by = ${userId}`.execute(db);
  return rows[0]?.made === true;
}

/** Makes links of one kind of owner with one kind of thing, and returns the same batches with those that are new. */
export async function insertLinks(db: Kysely<Schema>, alike: readonly LinkBatch[]): Promise<LinkBatch[]> {
  const [first] = alike;
  if (!first) return [];
  const { table, ownerColumn, linkedColumn } = placeOf(first);
  const pairs = alike.flatMap(({ ownerId, linkedIds }) => linkedIds.map((id) => [ownerId, id] as const));
  const [owners, linked] = [pairs.map(([owner]) => owner), pairs.map(([, id]) => id)];
  const { rows } = await sql<{ ownerId: number; id: number }>`
    INSERT INTO ${table} (${ownerColumn}, ${linkedColumn})
    SELECT * FROM unnest(${owners}::integer[], ${linked}::integer[])
    ON CONFLICT DO NOTHING RETURNING ${ownerColumn} AS "ownerId", ${linkedColumn} AS id`.execute(db);
  const made = Map.groupBy(rows, ({ ownerId }) => ownerId);
  return alike.map((batch) => ({ ...batch, linkedIds: (made.get(batch.ownerId) ?? []).map(({ id }) => id) }));
}

/** Takes the links away, and answers those that stood. */
export async function deleteLinks(db: Kysely<Schema>, batch: LinkBatch): Promise<number[]> {
  const { table, ownerColumn, linkedColumn } = placeOf(batch);
  const { rows } = await sql<{ id: number }>`
    DELETE FROM ${table} WHERE ${ownerColumn} = ${batch.ownerId} AND ${linkedColumn} = ANY(${batch.linkedIds}::integer[])
    RETURNING ${linkedColumn} AS id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countManaged(db: Kysely<Schema>, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM user_users WHERE user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Links between users are made one after the other: two at once could close a circle that neither sees. */
export async function lockManaging(db: Kysely<Schema>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('user_users'))`.execute(db);
}

/** The table that holds links of a pair, and its two columns. */
export function placeOf({ owner, linked }: Pick<Link, 'owner' | 'linked'>) {
  return {
    table: sql.table(`${nounOf(owner)}_${nounOf(linked)}s`),
    ownerColumn: sql.ref(`${nounOf(owner)}_id`),
    linkedColumn: sql.ref(linked === 'managedUserId' ? 'managed_user_id' : `${nounOf(linked)}_id`),
  };
}
