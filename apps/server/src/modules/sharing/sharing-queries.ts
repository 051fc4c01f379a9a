import {
  type LocationShare,
  mostSharedPlaces,
  type SharedLocation,
} from '@atalaia/contract/accounts/location';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { groupsAndBelow, isoTime } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';

/** Numbers of the visible devices with these unique ids. */
export async function findSharedDevices(
  db: Kysely<Schema>,
  viewer: Viewer,
  uniqueIds: readonly string[],
): Promise<readonly { readonly id: number; readonly disabled: boolean }[]> {
  const { rows } = await sql<{ id: number; disabled: boolean }>`
    SELECT d.id, d.disabled FROM ${visibleDevices(viewer)}
    WHERE d.id IN (SELECT id FROM devices WHERE unique_id = ANY(${uniqueIds}))`.execute(db);
  return rows;
}

export interface NewShare {
  readonly tokenHash: Buffer;
  readonly userId: number;
  readonly expiresAt: Date;
  readonly deviceIds: readonly number[];
  readonly showsName: boolean;
  readonly showsTrail: boolean;
}

export async function insertShare(db: Kysely<Schema>, share: NewShare): Promise<number> {
  const { id } = await db
    .insertInto('location_shares')
    .values({
      ...{ token_hash: share.tokenHash, user_id: share.userId, expires_at: share.expiresAt },
      ...{ shows_name: share.showsName, shows_trail: share.showsTrail },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const devices = share.deviceIds.map((device_id) => ({ share_id: id, device_id }));
  await db.insertInto('location_share_devices').values(devices).execute();
  return id;
}

/** Whose shares: those of one user, or everybody's. */
export type Maker = number | 'everybody';

const madeBy = (maker: Maker) => (maker === 'everybody' ? sql`true` : sql`l.user_id = ${maker}`);

/** Shares in force, newest first; with `id` that one, in force or not. */
export async function listShares(db: Kysely<Schema>, maker: Maker, id?: number): Promise<LocationShare[]> {
  const { rows } = await sql<LocationShare>`
    SELECT l.id, coalesce(shared.devices, '[]') AS devices, u.name AS "sharedBy", ${isoTime('l.created_at')} AS "createdAt",
      ${isoTime('l.expires_at')} AS "expiresAt", ${isoTime('l.revoked_at')} AS "revokedAt",
      l.shows_name AS "showsName", l.shows_trail AS "showsTrail"
    FROM location_shares AS l JOIN users AS u ON u.id = l.user_id, LATERAL (
      SELECT json_agg(json_build_object('id', d.id, 'uniqueId', d.unique_id, 'name', d.name) ORDER BY d.id) AS devices
      FROM location_share_devices AS m JOIN devices AS d ON d.id = m.device_id WHERE m.share_id = l.id
    ) AS shared
    WHERE ${madeBy(maker)} AND ${id === undefined ? sql`l.revoked_at IS NULL AND l.expires_at > now()` : sql`l.id = ${id}`}
    ORDER BY l.id DESC`.execute(db);
  return rows;
}

/** False when there is no such share of this maker. One that was revoked before stays as it was. */
export async function revokeShare(db: Kysely<Schema>, maker: Maker, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE location_shares AS l SET revoked_at = coalesce(l.revoked_at, now())
    WHERE l.id = ${id} AND ${madeBy(maker)} RETURNING l.id`.execute(db);
  return rows.length > 0;
}

export interface FoundShare extends Viewer {
  readonly id: number;
  readonly expiresAt: string;
  /** Neither revoked nor expired, and its maker may still sign in. */
  readonly isInForce: boolean;
  readonly showsName: boolean;
  readonly showsTrail: boolean;
  readonly createdAt: string;
}

/** The share of a token, with through whose eyes it looks. */
export async function findShare(db: Kysely<Schema>, tokenHash: Buffer): Promise<FoundShare | undefined> {
  const { rows } = await sql<FoundShare>`
    SELECT l.id, u.id AS "userId", u.administrator, ${isoTime('l.expires_at')} AS "expiresAt",
      l.shows_name AS "showsName", l.shows_trail AS "showsTrail", ${isoTime('l.created_at')} AS "createdAt",
      l.revoked_at IS NULL AND l.expires_at > now() AND NOT u.disabled
        AND (u.expiration_time IS NULL OR u.expiration_time > now()) AS "isInForce"
    FROM location_shares AS l JOIN users AS u ON u.id = l.user_id WHERE l.token_hash = ${tokenHash}`.execute(
    db,
  );
  return rows[0];
}

/** The places of a device since an instant, oldest first: a link says nothing of the time before it. */
const trailSince = (instant: string) => sql`(
  SELECT coalesce(json_agg(json_build_object('latitude', p.latitude, 'longitude', p.longitude) ORDER BY p.fix_time), '[]'::json)
  FROM (
    SELECT latitude, longitude, fix_time FROM positions
    WHERE device_id = d.id AND fix_time >= ${instant}::timestamptz AND fix_time <= s.fix_time AND valid
    ORDER BY fix_time DESC LIMIT ${mostSharedPlaces}
  ) AS p)`;

/** What a stranger sees of a share: those of its devices that its maker sees now, and that are in use (SHARE-02). */
export async function sharedDevices(
  db: Kysely<Schema>,
  share: FoundShare,
): Promise<SharedLocation['devices']> {
  const { rows } = await sql<SharedLocation['devices'][number]>`
    SELECT ${share.showsName ? sql`d.name` : sql`NULL::text`} AS name, d.category, s.latitude, s.longitude, s.course,
      s.speed, ${isoTime('s.fix_time')} AS "fixTime", ${share.showsTrail ? trailSince(share.createdAt) : sql`'[]'::json`} AS trail
    FROM ${visibleDevices(share)} LEFT JOIN device_state AS s ON s.device_id = d.id
    WHERE NOT d.disabled AND d.id IN (SELECT device_id FROM location_share_devices WHERE share_id = ${share.id})
    ORDER BY d.name COLLATE "pt-BR-x-icu", d.id`.execute(db);
  return rows;
}

/** Unique ids of the visible devices that have this number, or are in this group or below; disabled ones are left out of a group. */
export async function uniqueIdsOf(
  db: Kysely<Schema>,
  viewer: Viewer,
  { deviceId, groupId }: { readonly deviceId?: number | undefined; readonly groupId?: number | undefined },
): Promise<readonly string[]> {
  const requested =
    groupId === undefined
      ? sql`d.id = ${deviceId ?? 0}`
      : sql`NOT d.disabled AND d.group_id IN (${groupsAndBelow([groupId])})`;
  const { rows } = await sql<{ unique_id: string }>`
    SELECT d.unique_id FROM ${visibleDevices(viewer)} WHERE ${requested} ORDER BY d.id`.execute(db);
  return rows.map(({ unique_id }) => unique_id);
}
