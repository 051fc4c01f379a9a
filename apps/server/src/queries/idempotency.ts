/**
 * A request whose answer was lost comes again, and is done once: it has a key, which is taken in the transaction of its
 * first write, so that there is no key without the write and no second write with the key. The answer is stored beside it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import type { Schema } from '../platform/db/schema.ts';

export interface KeyedRequest {
  readonly userId: number;
  readonly key: string;
  /** Of its method, address and body. */
  readonly fingerprint: string;
  /** It makes something new: the same key with another body is a mistake. A change of an existing row is checked by its revision. */
  readonly isMaking: boolean;
  /** Its key is taken, or being taken. */
  isTaken: boolean;
  /** What continues behind it is no part of it. */
  isAnswered: boolean;
}

const current = new AsyncLocalStorage<KeyedRequest>();

/** Runs the handling of a request; what it commits takes its key. */
export function withinKeyedRequest(request: KeyedRequest, run: () => void): void {
  current.run(request, run);
}

/** The request in hand, which is not done yet; undefined where it has no key. */
export function requestInHand(): KeyedRequest | undefined {
  const request = current.getStore();
  return request?.isTaken || request?.isAnswered ? undefined : request;
}

/** Runs what is done for several requests together, and is of none. */
export const forSeveralRequests = <Result>(run: () => Result): Result => current.exit(run);

/** Takes the keys of several requests, which are done together; those of them that another request has not taken before. */
export async function takeKeys(
  within: Kysely<Schema>,
  requests: readonly KeyedRequest[],
): Promise<ReadonlySet<KeyedRequest>> {
  if (requests.length === 0) return new Set();
  const given = requests.map(({ userId, key, fingerprint }) => ({ userId, key, fingerprint }));
  // in one order, so that two who take several wait for each other and never in a ring
  const { rows } = await sql<{ userId: number; key: string }>`
    INSERT INTO idempotency_keys AS held (user_id, key, fingerprint)
    SELECT DISTINCT ON ("userId", key) "userId", key, fingerprint
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS one ("userId" int, key text, fingerprint text)
    ORDER BY "userId", key
    ON CONFLICT (user_id, key) DO NOTHING RETURNING user_id AS "userId", key`.execute(within);
  // the same key twice among them is one request
  return new Set(
    rows.flatMap(({ userId, key }) => requests.find((one) => one.userId === userId && one.key === key) ?? []),
  );
}

/** Its answer goes back to everybody who asked: nothing that continues takes the key again. */
export function markTaken(request: KeyedRequest): void {
  request.isTaken = true;
}

/**
 * Gives back a key that was taken before something outside was requested, which then certainly did not come about: mended,
 * the request may come with the same key.
 */
export async function releaseKey(within: Kysely<Schema>): Promise<void> {
  const request = current.getStore();
  if (!request?.isTaken || request.isAnswered) return;
  const { userId, key } = request;
  await sql`DELETE FROM idempotency_keys WHERE user_id = ${userId} AND key = ${key}`.execute(within);
  request.isTaken = false;
}

/**
 * Takes the key of the request in hand, if it has one that is not taken yet; answers the way to give it back should the
 * transaction not come about. Throws `already-received` for a key that another request has taken.
 */
export async function takeKey(within: Kysely<Schema>): Promise<() => void> {
  const request = current.getStore();
  if (!request || request.isTaken || request.isAnswered) return () => {};
  const giveBack = () => {
    request.isTaken = false;
  };
  request.isTaken = true;
  const { userId, key, fingerprint, isMaking } = request;
  // waits for another transaction that took it, until it is known how that one ends
  const { rows } = await sql`
    INSERT INTO idempotency_keys AS held (user_id, key, fingerprint) VALUES (${userId}, ${key}, ${fingerprint})
    ON CONFLICT (user_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, answer = NULL
      WHERE NOT ${isMaking} AND held.fingerprint <> excluded.fingerprint
    RETURNING 1`
    .execute(within)
    .catch((error: unknown) => {
      giveBack();
      throw error;
    });
  if (rows.length > 0) return giveBack;
  giveBack();
  throw new AppError('already-received', 'a request with this key was received before');
}
