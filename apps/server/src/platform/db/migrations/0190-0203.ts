import { type Kysely, sql } from 'kysely';

/** Of which notifications a person is told nothing for a while. */
export async function notificationRests(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE notification_rests (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      notification_id integer NOT NULL REFERENCES notifications ON DELETE CASCADE,
      until timestamptz NOT NULL,
      PRIMARY KEY (user_id, notification_id)
    );
    CREATE INDEX notification_rests_notification ON notification_rests (notification_id)`.execute(db);
}

/** Whose brand a user's tab, mails and documents carry, and what a company says in its mails (COM-01). */
export async function brandsOfCompanies(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE company_configurations
      -- of the tab; the name where none is given
      ADD COLUMN title text,
      -- of one's own; the logo where none is given
      ADD COLUMN favicon_url text,
      ADD COLUMN sender_name text,
      ADD COLUMN sender_address text,
      ADD COLUMN reply_to text,
      -- by mail: its subject and its body; what is absent is the shipped text
      ADD COLUMN mail_texts jsonb NOT NULL DEFAULT '{}';
    ALTER TABLE users ADD COLUMN company_id integer REFERENCES company_configurations;
    CREATE INDEX users_company ON users (company_id) WHERE company_id IS NOT NULL`.execute(db);
}

/** Not of devices alone. An earlier release, which knows no noun, then neither makes a bulk change nor carries one out. */
export async function bulkChangesByNoun(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE bulk_changes ADD COLUMN noun text NOT NULL DEFAULT 'device';
    ALTER TABLE bulk_changes ALTER COLUMN noun DROP DEFAULT;
    ALTER TABLE bulk_changes RENAME COLUMN device_ids TO row_ids`.execute(db);
}

/** One word for it. An earlier release that still runs beside reads and writes it by the old one. */
export async function notificationSnoozes(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE notification_rests RENAME TO notification_snoozes;
    ALTER INDEX notification_rests_notification RENAME TO notification_snoozes_notification;
    ALTER INDEX notification_rests_pkey RENAME TO notification_snoozes_pkey;
    CREATE VIEW notification_rests AS SELECT user_id, notification_id, until FROM notification_snoozes`.execute(
    db,
  );
}

/** What happened to one thing, newest first: its page shows it (SEC-03). */
export async function auditOfThings(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX audit_thing ON audit (noun, object_id, id)`.execute(db);
}

/** All of a customer's, which go with him: the indexes that are there hold wrong phrases and silences that last. */
export async function rowsOfCustomers(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX phrase_checks_of_customer ON phrase_checks (customer_id);
    CREATE INDEX silences_of_customer ON silences (customer_id)`.execute(db);
}
