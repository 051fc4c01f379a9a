import type { Officer, PoliceLink } from '@atalaia/contract/sinisters/police-link';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import type { Viewer } from '../../visibility/visible.ts';

export interface NewPoliceLink {
  readonly sinisterId: number;
  readonly tokenHash: Buffer;
  readonly userId: number;
  readonly createdBy: string;
  readonly expiresAt: Date;
}

export async function insertPoliceLink(db: Kysely<Schema>, link: NewPoliceLink): Promise<number> {
  const { id } = await db
    .insertInto('police_links')
    .values({
      sinister_id: link.sinisterId,
      token_hash: link.tokenHash,
      user_id: link.userId,
      created_by: link.createdBy,
      expires_at: link.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The links of a case, the newest first, with who came through them. */
export async function listPoliceLinks(db: Kysely<Schema>, sinisterId: number): Promise<PoliceLink[]> {
  const { rows } = await sql<PoliceLink>`
    SELECT l.id, ${isoTime('l.created_at')} AS "createdAt", l.created_by AS "createdBy",
      ${isoTime('l.expires_at')} AS "expiresAt", ${isoTime('l.revoked_at')} AS "revokedAt", came.visits
    FROM police_links AS l, LATERAL (
      SELECT coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'unit', v.unit, 'phone', v.phone,
        'cameAt', ${isoTime('v.came_at')}, 'lookedAt', ${isoTime('v.looked_at')}, 'looks', v.looks)
        ORDER BY v.id DESC), '[]') AS visits FROM police_visits AS v WHERE v.link_id = l.id
    ) AS came WHERE l.sinister_id = ${sinisterId} ORDER BY l.id DESC`.execute(db);
  return rows;
}

/** False when the case has no such link. One that was revoked before stays as it was. */
export async function revokePoliceLink(db: Kysely<Schema>, sinisterId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE police_links SET revoked_at = coalesce(revoked_at, now())
    WHERE id = ${id} AND sinister_id = ${sinisterId} RETURNING id`.execute(db);
  return rows.length > 0;
}

export interface FoundPoliceLink extends Viewer {
  readonly id: number;
  readonly sinisterId: number;
  readonly expiresAt: string;
  /** Neither revoked nor expired, its case open, and its maker may still sign in. */
  readonly isInForce: boolean;
}

const foundLink = sql`
  SELECT l.id, l.sinister_id AS "sinisterId", ${isoTime('l.expires_at')} AS "expiresAt", u.id AS "userId", u.administrator,
    l.revoked_at IS NULL AND l.expires_at > now() AND s.status = 'opened' AND NOT u.disabled
      AND (u.expiration_time IS NULL OR u.expiration_time > now()) AS "isInForce"
  FROM police_links AS l JOIN sinisters AS s ON s.id = l.sinister_id JOIN users AS u ON u.id = l.user_id`;

/** The link of a token, with through whose eyes it looks. */
export async function findPoliceLink(
  db: Kysely<Schema>,
  tokenHash: Buffer,
): Promise<FoundPoliceLink | undefined> {
  const { rows } = await sql<FoundPoliceLink>`${foundLink} WHERE l.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}

/** The link that an officer came through, by his own token. */
export async function findVisitedLink(
  db: Kysely<Schema>,
  visitHash: Buffer,
): Promise<(FoundPoliceLink & { readonly visitId: number }) | undefined> {
  const { rows } = await sql<FoundPoliceLink & { visitId: number }>`
    SELECT link.*, v.id AS "visitId" FROM police_visits AS v JOIN (${foundLink}) AS link ON link.id = v.link_id
    WHERE v.token_hash = ${visitHash}`.execute(db);
  return rows[0];
}

/** False when as many came through the link as may. */
export async function insertVisit(
  db: Kysely<Schema>,
  visit: Officer & { readonly linkId: number; readonly tokenHash: Buffer; readonly address: string },
  most: number,
): Promise<boolean> {
  const { linkId, tokenHash, name, unit, phone, address } = visit;
  const { rows } = await sql`
    INSERT INTO police_visits (link_id, token_hash, name, unit, phone, address)
    SELECT ${linkId}, ${tokenHash}::bytea, ${name}::text, ${unit}::text, ${phone}::text, ${address}::text
    WHERE (SELECT count(*) FROM police_visits WHERE link_id = ${linkId}) < ${most} RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function countLook(db: Kysely<Schema>, visitId: number): Promise<void> {
  await sql`UPDATE police_visits SET looks = looks + 1, looked_at = now() WHERE id = ${visitId}`.execute(db);
}
