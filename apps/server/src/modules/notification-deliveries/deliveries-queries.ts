/** The notices that wait for mail, SMS or phones: taking some on, and writing down what became of them. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

export interface ClaimTerms {
  readonly notificator: string;
  readonly most: number;
  /** The most messages one person gets by this channel in a minute. */
  readonly perMinute: number;
  readonly now: string;
  /** Until then nobody else takes them. */
  readonly until: string;
  /** When those come again that are over the bound. */
  readonly afterBound: string;
  /** Those over the bound that were made before this are given up. */
  readonly oldestQueued: string;
}

export interface Claims {
  /** To be sent, in the order of their events. */
  readonly ids: readonly number[];
  readonly postponed: number;
  readonly dropped: number;
}

/** Takes notices on whose time has come. Those over their person's bound are put off, or given up when they are old. */
export async function claimDeliveries(db: Kysely<Schema>, terms: ClaimTerms): Promise<Claims> {
  const { notificator, most, perMinute, now, until, afterBound, oldestQueued } = terms;
  const { rows } = await sql<{ id: number; fits: boolean; state: string }>`
    WITH due AS (
      SELECT id, user_id, created_at FROM notification_deliveries
      WHERE state = 'waiting' AND notificator = ${notificator} AND next_try_at <= ${now}::timestamptz
      ORDER BY next_try_at, id LIMIT ${most} FOR UPDATE SKIP LOCKED
    ), recent AS (
      SELECT user_id, count(*) AS tried FROM notification_deliveries
      WHERE notificator = ${notificator} AND user_id IN (SELECT user_id FROM due)
        AND tried_at > ${now}::timestamptz - interval '1 minute'
      GROUP BY user_id
    ), placed AS (
      SELECT due.id, due.created_at,
        coalesce(recent.tried, 0) + row_number() OVER (PARTITION BY user_id ORDER BY due.id) <= ${perMinute} AS fits
      FROM due LEFT JOIN recent USING (user_id)
    )
    UPDATE notification_deliveries SET
      next_try_at = CASE WHEN fits THEN ${until}::timestamptz ELSE ${afterBound}::timestamptz END,
      state = CASE WHEN fits OR placed.created_at >= ${oldestQueued}::timestamptz THEN state ELSE 'given-up' END,
      last_error = CASE WHEN fits THEN last_error ELSE 'too many in a minute' END,
      ended_at = CASE WHEN fits OR placed.created_at >= ${oldestQueued}::timestamptz THEN NULL ELSE ${now}::timestamptz END
    FROM placed WHERE placed.id = notification_deliveries.id
    RETURNING notification_deliveries.id, fits, state`.execute(db);
  const ids = rows.filter(({ fits }) => fits).map(({ id }) => id);
  const dropped = rows.filter(({ state }) => state === 'given-up').length;
  return { ids: ids.toSorted((a, b) => a - b), dropped, postponed: rows.length - ids.length - dropped };
}

/**
 * Marks a notice as handed to its channel, in the moment before it is. False when it is not ours any more: the claim ran
 * out, or its user was removed.
 */
export async function beginDelivery(
  db: Kysely<Schema>,
  id: number,
  claim: { readonly until: string; readonly now: string; readonly lease: string },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE notification_deliveries SET state = 'sending', attempts = attempts + 1,
      tried_at = ${claim.now}::timestamptz, next_try_at = ${claim.lease}::timestamptz
    WHERE id = ${id} AND state = 'waiting' AND next_try_at = ${claim.until}::timestamptz
    RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Gives back what was claimed and not started, so that it does not wait for the claim to run out. */
export async function releaseDeliveries(
  db: Kysely<Schema>,
  ids: readonly number[],
  claim: { readonly until: string; readonly now: string },
): Promise<void> {
  await sql`
    UPDATE notification_deliveries SET next_try_at = ${claim.now}::timestamptz
    WHERE id = ANY(${ids}::bigint[]) AND state = 'waiting' AND next_try_at = ${claim.until}::timestamptz`.execute(
    db,
  );
}

export type DeliveryEnd =
  | { readonly state: 'sent'; readonly reason: string | null }
  | { readonly state: 'given-up'; readonly reason: string }
  | { readonly state: 'waiting'; readonly reason: string; readonly nextTry: string };

/**
 * Writes what became of a notice that this process claimed: `claim` is until when. False when it is another one's, or was
 * given up meanwhile, since this process was stopped for longer.
 */
export async function endDelivery(
  db: Kysely<Schema>,
  id: number,
  end: DeliveryEnd,
  { now, claim }: { readonly now: string; readonly claim: string },
): Promise<boolean> {
  const waits = end.state === 'waiting';
  const ended = await db
    .updateTable('notification_deliveries')
    .set({
      state: end.state,
      last_error: end.reason?.slice(0, 500) ?? null,
      next_try_at: waits ? end.nextTry : null,
      ended_at: waits ? null : now,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .where('next_try_at', '=', claim)
    .returning('id')
    .execute();
  return ended.length > 0;
}

/** Gives up what was handed to its channel before a crash: it may have arrived. Returns how many there were. */
export async function giveUpCutOff(db: Kysely<Schema>, notificator: string, now: string): Promise<number> {
  const { rows } = await sql`
    UPDATE notification_deliveries SET state = 'given-up', ended_at = ${now}::timestamptz, next_try_at = NULL,
      last_error = 'cut off while it was being sent'
    WHERE state = 'sending' AND notificator = ${notificator} AND next_try_at <= ${now}::timestamptz
    RETURNING id`.execute(db);
  return rows.length;
}
