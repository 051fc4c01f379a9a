import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

/** A question is answered now; false when it was before, in whatever process. */
export async function takeAnswer(db: Kysely<Schema>, mark: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO sign_in_answers (mark, forget_at) VALUES (${mark}, now() + interval '1 hour')
    ON CONFLICT DO NOTHING RETURNING mark`.execute(db);
  return rows.length > 0;
}

/** Those whose questions are too old to be answered anyway. */
export async function forgetAnswers(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('sign_in_answers').where('forget_at', '<=', sql<string>`now()`).execute();
}
