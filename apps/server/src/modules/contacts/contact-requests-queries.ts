/** What clients asked to have changed, and the messages about what was accepted. */
import type { ContactBook } from '@atalaia/contract/accounts/contact';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleCustomers } from '../../visibility/visible.ts';

export interface RequestRow {
  readonly id: number;
  readonly customerId: number;
  readonly customerName: string;
  readonly userName: string;
  readonly requestedAt: string;
  /** Sealed. */
  readonly change: string;
}

/** Those that wait, of customers that one sees, the oldest first. */
export async function findRequests(
  db: Kysely<Schema>,
  viewer: Viewer,
  which: { readonly id?: number; readonly customerId?: number } = {},
): Promise<readonly RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    SELECT r.id, r.customer_id AS "customerId", c.name AS "customerName", r.user_name AS "userName",
      ${isoTime('r.requested_at')} AS "requestedAt", r.change
    FROM ${visibleCustomers(viewer)} JOIN contact_requests AS r ON r.customer_id = c.id
    WHERE r.state = 'pending' AND ${which.id === undefined ? sql`true` : sql`r.id = ${which.id}`}
      AND ${which.customerId === undefined ? sql`true` : sql`r.customer_id = ${which.customerId}`}
    ORDER BY r.requested_at, r.id LIMIT 500`.execute(db);
  return rows;
}

/** What became of the last request that was decided. */
export async function lastDecision(db: Kysely<Schema>, customerId: number): Promise<ContactBook['decision']> {
  const { rows } = await sql<NonNullable<ContactBook['decision']>>`
    SELECT state = 'accepted' AS accepted, ${isoTime('decided_at')} AS "decidedAt", note FROM contact_requests
    WHERE customer_id = ${customerId} AND state IN ('accepted', 'refused') ORDER BY decided_at DESC, id DESC LIMIT 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** A newer one takes the place of one that still waits. */
export async function insertRequest(
  db: Kysely<Schema>,
  customerId: number,
  by: { readonly userId: number; readonly userName: string },
  change: string,
): Promise<number> {
  await sql`
    UPDATE contact_requests SET state = 'replaced', decided_at = now() WHERE customer_id = ${customerId} AND state = 'pending'`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    INSERT INTO contact_requests (customer_id, user_id, user_name, change)
    VALUES (${customerId}, ${by.userId}, ${by.userName}, ${change}) RETURNING id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** False where it waits no more. Its change, which contains phrases, is not stored. */
export async function decideRequest(
  db: Kysely<Schema>,
  id: number,
  state: 'accepted' | 'refused',
  by: { readonly userId: number; readonly userName: string },
  note: string | undefined,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE contact_requests SET state = ${state}, decided_by = ${by.userId}, decided_by_name = ${by.userName},
      decided_at = now(), note = ${note ?? null}, change = ''
    WHERE id = ${id} AND state = 'pending' RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function queueContactMessages(
  db: Kysely<Schema>,
  requestId: number,
  to: readonly { readonly name: string; readonly phone: string }[],
): Promise<void> {
  if (to.length === 0) return;
  await db
    .insertInto('contact_messages')
    .values(to.map(({ name, phone }) => ({ request_id: requestId, name, phone })))
    .execute();
}

export interface ContactMessage {
  readonly id: number;
  readonly phone: string;
  readonly customerName: string;
}

/** Marks the oldest that waits as leaving; undefined where none does. One that was marked is never sent again. */
export async function takeContactMessage(db: Kysely<Schema>): Promise<ContactMessage | undefined> {
  const { rows } = await sql<ContactMessage>`
    UPDATE contact_messages AS m SET state = 'sending', claimed_at = now()
    FROM contact_requests AS r, customers AS c
    WHERE m.id = (SELECT id FROM contact_messages WHERE state = 'waiting' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      AND r.id = m.request_id AND c.id = r.customer_id
    RETURNING m.id, m.phone, c.name AS "customerName"`.execute(db);
  return rows[0];
}

export async function endContactMessage(
  db: Kysely<Schema>,
  id: number,
  error: string | undefined,
): Promise<void> {
  await sql`
    UPDATE contact_messages SET state = ${error === undefined ? 'sent' : 'failed'}, error = ${error ?? null}
    WHERE id = ${id} AND state = 'sending'`.execute(db);
}
