import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { Publish } from '../../queries/commit.ts';
import { deleteSessionsOf } from './sessions-queries.ts';

/**
 * Ends the sessions of a user in the transaction that takes his password or his account from him; one may be kept, by
 * its token's hash (base64url). Live connections close once it is committed.
 */
export async function endSessionsOf(
  within: Kysely<Schema>,
  publish: Publish,
  userId: number,
  keptTokenHash?: string,
): Promise<void> {
  const kept = keptTokenHash === undefined ? undefined : Buffer.from(keptTokenHash, 'base64url');
  for (const hash of await deleteSessionsOf(within, userId, kept)) {
    publish('signedOut', { userId, tokenHash: hash.toString('base64url') });
  }
}
