import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

/** Sealed texts by the names of their settings. */
export async function readStored(db: Kysely<Schema>, lock?: 'lock'): Promise<ReadonlyMap<string, string>> {
  const query = db.selectFrom('integration_settings').select(['name', 'sealed']);
  // of two who save at once the second reads what the first wrote, also where no row is there yet
  if (lock) await sql`LOCK TABLE integration_settings IN SHARE ROW EXCLUSIVE MODE`.execute(db);
  return new Map((await query.execute()).map(({ name, sealed }) => [name, sealed]));
}

export async function writeStored(
  db: Kysely<Schema>,
  values: ReadonlyMap<string, string | null>,
): Promise<void> {
  const gone = [...values].filter(([, sealed]) => sealed === null).map(([name]) => name);
  const kept = [...values].flatMap(([name, sealed]) => (sealed === null ? [] : [{ name, sealed }]));
  if (gone.length > 0) await db.deleteFrom('integration_settings').where('name', 'in', gone).execute();
  if (kept.length > 0)
    await db
      .insertInto('integration_settings')
      .values(kept)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ sealed: sql`excluded.sealed`, changed_at: sql`now()` }),
      )
      .execute();
}

export interface ServiceOutcome {
  readonly service: string;
  readonly failedAtMs: number | null;
  readonly reason: string | null;
  readonly doneAtMs: number | null;
}

/** How the last calls ended, whichever process made them. */
export async function readOutcomes(db: Kysely<Schema>): Promise<readonly ServiceOutcome[]> {
  const { rows } = await sql<ServiceOutcome>`
    SELECT service, reason, (extract(epoch FROM failed_at) * 1000)::float8 AS "failedAtMs",
      (extract(epoch FROM done_at) * 1000)::float8 AS "doneAtMs"
    FROM integration_outcomes`.execute(db);
  return rows;
}

/** Another process may have noted something later meanwhile, and that stays. */
export async function writeOutcomes(db: Kysely<Schema>, outcomes: readonly ServiceOutcome[]): Promise<void> {
  await sql`
    INSERT INTO integration_outcomes AS old (service, failed_at, reason, done_at)
    SELECT service, to_timestamp("failedAtMs" / 1000), reason, to_timestamp("doneAtMs" / 1000)
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      AS one (service text, "failedAtMs" float8, reason text, "doneAtMs" float8)
    ON CONFLICT (service) DO UPDATE SET
      failed_at = greatest(old.failed_at, excluded.failed_at),
      reason = CASE WHEN excluded.failed_at >= coalesce(old.failed_at, '-infinity') THEN excluded.reason ELSE old.reason END,
      done_at = greatest(old.done_at, excluded.done_at)`.execute(db);
}

export async function forgetFailure(db: Kysely<Schema>, service: string): Promise<void> {
  await sql`UPDATE integration_outcomes SET failed_at = NULL, reason = NULL WHERE service = ${service}`.execute(
    db,
  );
}
