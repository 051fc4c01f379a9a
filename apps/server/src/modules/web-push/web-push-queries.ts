import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

export interface StoredKeys {
  readonly public_key: string;
  readonly private_key: string;
}

/** The installation's keys: those that were first, whoever made them. */
export async function keepKeys(db: Kysely<Schema>, made: () => StoredKeys): Promise<StoredKeys> {
  const read = () => db.selectFrom('web_push_keys').select(['public_key', 'private_key']).executeTakeFirst();
  const kept = await read();
  if (kept) return kept;
  await db
    .insertInto('web_push_keys')
    .values(made())
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await read();
  if (!stored) throw new Error('the keys of web push were removed as they were made');
  return stored;
}

export interface NewSubscription {
  readonly endpoint_digest: string;
  readonly user_id: number;
  readonly token_hash: Buffer;
  readonly subscription: string;
}

/** A browser has one: whoever is signed in there now is the one it rings for. Of many browsers the newest stay. */
export async function keepSubscription(
  db: Kysely<Schema>,
  made: NewSubscription,
  mostOfUser: number,
): Promise<void> {
  const { user_id, token_hash, subscription } = made;
  await db
    .insertInto('push_subscriptions')
    .values(made)
    .onConflict((conflict) =>
      conflict
        .column('endpoint_digest')
        .doUpdateSet({ user_id, token_hash, subscription, made_at: sql`now()` }),
    )
    .execute();
  await sql`
    DELETE FROM push_subscriptions WHERE endpoint_digest IN (
      SELECT endpoint_digest FROM push_subscriptions WHERE user_id = ${user_id}
      ORDER BY made_at DESC, endpoint_digest OFFSET ${mostOfUser})`.execute(db);
}

/** Those of this session. */
export async function endSubscriptions(db: Kysely<Schema>, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('token_hash', '=', tokenHash).execute();
}

/** The browser's maker does not know it any more. */
export async function forgetSubscription(db: Kysely<Schema>, endpointDigest: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint_digest', '=', endpointDigest).execute();
}

/** Of a person, in sessions that are in force. */
export async function subscriptionsOf(db: Kysely<Schema>, userId: number) {
  const { rows } = await sql<{ endpointDigest: string; subscription: string }>`
    SELECT p.endpoint_digest AS "endpointDigest", p.subscription
    FROM push_subscriptions AS p JOIN sessions AS s USING (token_hash)
    WHERE p.user_id = ${userId} AND s.user_id = p.user_id AND s.expires_at > now()
    ORDER BY p.made_at DESC`.execute(db);
  return rows;
}
