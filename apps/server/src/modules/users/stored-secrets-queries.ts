import { secretAttributes } from '@atalaia/contract/accounts/user';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';

/** Seals what was stored bare, by an older version or past the API; at the start. Returns how many it found. */
export async function sealStoredSecrets(kysely: Kysely<Schema>, secrets: Secrets): Promise<number> {
  const { rows } = await sql<{ id: number; name: string; value: string }>`
    SELECT u.id, secret AS name, u.attributes ->> secret AS value
    FROM users AS u, unnest(${[...secretAttributes]}::text[]) AS of (secret)
    WHERE u.attributes ->> secret IS NOT NULL`.execute(kysely);
  const bare = rows.filter(({ value }) => !secrets.isSealed(value));
  for (const { id, name, value } of bare) {
    await sql`
      UPDATE users SET attributes = jsonb_set(attributes, ARRAY[${name}::text], to_jsonb(${secrets.seal(value)}::text))
      WHERE id = ${id} AND attributes ->> ${name} = ${value}`.execute(kysely);
  }
  return bare.length;
}
