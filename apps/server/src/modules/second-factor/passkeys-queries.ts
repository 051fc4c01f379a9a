import type { Passkey } from '@atalaia/contract/accounts/second-factor';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

export async function listPasskeys(db: Kysely<Schema>, userId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

export async function deletePasskeysOf(db: Kysely<Schema>, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Returns whether it was one of his. */
export async function deletePasskey(db: Kysely<Schema>, userId: number, id: number): Promise<boolean> {
  const row = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function credentialsOfUser(db: Kysely<Schema>, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .execute();
}

export interface NewPasskey {
  readonly userId: number;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** Returns false for one that somebody has already. */
export async function insertPasskey(db: Kysely<Schema>, passkey: NewPasskey): Promise<boolean> {
  const row = await db
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      name: passkey.name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findPasskey(db: Kysely<Schema>, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** It was used; false when another use came between, which a copy of it would be. */
export async function noteUse(
  db: Kysely<Schema>,
  { id, before, after }: { readonly id: number; readonly before: number; readonly after: number },
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter: after, last_used_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('counter', '=', before)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
