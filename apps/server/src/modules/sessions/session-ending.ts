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
  exceptTokenHash?: string,
): Promise<void> {
  const except = exceptTokenHash === undefined ? undefined : Buffer.from(exceptTokenHash, 'base64url');
  for (const hash of await deleteSessionsOf(within, userId, except)) {
    publish('signedOut', { userId, tokenHash: hash.toString('base64url') });
  }
}
