import { type Kysely, sql } from 'kysely';

/**
 * Who holds the connection of a device: the process (its epoch, dealt at its start) and the claim (dealt to each
 * connection at its sign-in). `held_claim` only rises: a lower one never holds again; `held_by` is null when the
 * connection that claimed last has closed. Several processes look for silent devices by `look_at`: who moves it on has
 * looked. An event has the transaction that wrote it last, so that one handled meanwhile is found by it too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE SEQUENCE process_epochs;
    CREATE SEQUENCE claim_numbers;
    ALTER TABLE device_state ADD COLUMN held_by bigint, ADD COLUMN held_claim bigint NOT NULL DEFAULT 0,
      ADD COLUMN look_at timestamptz NOT NULL DEFAULT now();
    CREATE INDEX device_state_look_at ON device_state (look_at);

    CREATE INDEX events_tx ON events (tx) WHERE tx IS NOT NULL;
    CREATE FUNCTION bear_transaction() RETURNS trigger LANGUAGE plpgsql AS $bear$
    BEGIN
      NEW.tx := pg_current_xact_id();
      RETURN NEW;
    END
    $bear$;
    CREATE TRIGGER events_handled_tx BEFORE UPDATE OF handled_at ON events
      FOR EACH ROW EXECUTE FUNCTION bear_transaction()`.execute(db);
}
