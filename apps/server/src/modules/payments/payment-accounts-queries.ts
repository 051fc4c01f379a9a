import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** The account that a key is known to open, and the one that a person has. */
export async function readAccounts(
  db: Kysely<Schema>,
  userId: number,
  provider: string,
  fingerprint: string,
): Promise<{ readonly ofKey: string | null; readonly ofHolder: string | null }> {
  const { rows } = await sql<{ ofKey: string | null; ofHolder: string | null }>`
    SELECT (SELECT account FROM payment_keys WHERE fingerprint = ${fingerprint}) AS "ofKey",
      (SELECT account FROM payment_holders WHERE user_id = ${userId} AND provider = ${provider}) AS "ofHolder"`.execute(
    db,
  );
  return rows[0] ?? { ofKey: null, ofHolder: null };
}

/** Notes that a key opens an account and a person has it; returns the one that another noted of the key meanwhile. */
export async function holdAccount(
  db: Kysely<Schema>,
  one: {
    readonly userId: number;
    readonly provider: string;
    readonly fingerprint: string;
    readonly account: string;
  },
): Promise<string> {
  const { rows } = await sql<{ account: string }>`
    WITH opens AS (
      INSERT INTO payment_keys AS held (fingerprint, account) VALUES (${one.fingerprint}, ${one.account})
      ON CONFLICT (fingerprint) DO UPDATE SET account = held.account RETURNING account
    )
    INSERT INTO payment_holders (user_id, provider, account)
    SELECT ${one.userId}, ${one.provider}, account FROM opens
    ON CONFLICT (user_id, provider) DO UPDATE SET account = excluded.account RETURNING account`.execute(db);
  return rows[0]?.account ?? one.account;
}
