import { type Kysely, sql } from 'kysely';

/** What administrators set up of the services of others, and how their calls last ended. */
export async function integrations(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE integration_settings (
      name text PRIMARY KEY,
      sealed text NOT NULL,
      changed_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE integration_outcomes (
      service text PRIMARY KEY,
      failed_at timestamptz,
      reason text,
      done_at timestamptz
    )`.execute(db);
}

/** Changes of many devices at once, for as long as they can be undone; a removal is carried out after that. */
export async function bulkChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE bulk_changes (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      address text NOT NULL,
      act text NOT NULL,
      device_ids integer[] NOT NULL,
      before text[],
      after text,
      until timestamptz NOT NULL
    );
    CREATE INDEX bulk_changes_user ON bulk_changes (user_id);
    CREATE INDEX bulk_changes_due ON bulk_changes (until)`.execute(db);
}
