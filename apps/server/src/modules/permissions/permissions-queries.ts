import type { PermissionPair } from '@atalaia/contract/permission';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { type Viewer, visibleDevices, visibleGroups, visibleUsers } from '../sight/visible.ts';

/** What a user may be linked to: its table, and the visible things of that kind. */
const kinds = {
  deviceId: { table: 'user_devices', column: 'device_id', visible: visibleDevices, alias: 'd' },
  groupId: { table: 'user_groups', column: 'group_id', visible: visibleGroups, alias: 'g' },
  managedUserId: { table: 'user_users', column: 'managed_user_id', visible: visibleUsers, alias: 'u' },
} as const;

export type LinkKind = Exclude<PermissionPair[1], 'userId'>;

export interface Link {
  readonly userId: number;
  readonly kind: LinkKind;
  readonly linkedId: number;
}

export async function isLinkedVisible(
  db: Kysely<Schema>,
  viewer: Viewer,
  { kind, linkedId }: Link,
): Promise<boolean> {
  const { visible, alias } = kinds[kind];
  const { rows } = await sql`
    SELECT FROM ${visible(viewer)} WHERE ${sql.ref(`${alias}.id`)} = ${linkedId}`.execute(db);
  return rows.length > 0;
}

/** The user who is linked, if the viewer sees him. */
export async function findOwner(
  db: Kysely<Schema>,
  viewer: Viewer,
  userId: number,
): Promise<{ administrator: boolean; user_limit: number } | undefined> {
  const { rows } = await sql<{ administrator: boolean; user_limit: number }>`
    SELECT u.administrator, u.user_limit FROM ${visibleUsers(viewer)} WHERE u.id = ${userId} FOR NO KEY UPDATE OF u`.execute(
    db,
  );
  return rows[0];
}

/** Whether one user is managed by another, at any remove. */
export async function isManagedBy(db: Kysely<Schema>, userId: number, managerId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${visibleUsers({ userId: managerId, administrator: false })} WHERE u.id = ${userId}`.execute(
    db,
  );
  return rows.length > 0;
}

/** False when the link stood already. */
export async function insertLink(db: Kysely<Schema>, { userId, kind, linkedId }: Link): Promise<boolean> {
  const { table, column } = kinds[kind];
  const { numAffectedRows } = await sql`
    INSERT INTO ${sql.table(table)} (user_id, ${sql.ref(column)}) VALUES (${userId}, ${linkedId})
    ON CONFLICT DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

/** False when there was no such link. */
export async function deleteLink(db: Kysely<Schema>, { userId, kind, linkedId }: Link): Promise<boolean> {
  const { table, column } = kinds[kind];
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE user_id = ${userId} AND ${sql.ref(column)} = ${linkedId}`.execute(
    db,
  );
  return numAffectedRows === 1n;
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
