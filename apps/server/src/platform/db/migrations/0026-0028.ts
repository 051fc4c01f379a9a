import { type Kysely, sql } from 'kysely';

/**
 * What two processes must agree on. `version` counts the writes of a device's state: who planned by an older one is
 * refused. `tx` is the transaction that wrote a row: numbers of two processes overlap and commits overtake each other,
 * so who reads "since" goes by it. Rows from before have none; a table of events is not rewritten for it.
 */
export async function foundations(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE device_state ADD COLUMN version bigint NOT NULL DEFAULT 0, ADD COLUMN tx xid8;
    ALTER TABLE device_state ALTER COLUMN tx SET DEFAULT pg_current_xact_id();
    ALTER TABLE events ADD COLUMN tx xid8;
    ALTER TABLE events ALTER COLUMN tx SET DEFAULT pg_current_xact_id();

    -- Fails the statement of a batch that was planned by states that are not the newest, naming their devices.
    CREATE FUNCTION refuse_versions(device_ids integer[]) RETURNS void LANGUAGE plpgsql AS $refuse$
    BEGIN
      IF cardinality(device_ids) > 0 THEN
        RAISE EXCEPTION 'device states changed meanwhile'
          USING ERRCODE = 'AT002', DETAIL = array_to_string(device_ids, ',');
      END IF;
    END
    $refuse$;

    -- What every process must hear of, written in the transaction of the change itself.
    CREATE TABLE changes (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
      created_at timestamptz NOT NULL DEFAULT now(),
      topic text NOT NULL,
      message jsonb NOT NULL
    );
    CREATE INDEX changes_tx ON changes (tx);
    CREATE INDEX changes_created_at ON changes (created_at)`.execute(db);
}

/** What several processes agree on beside the states of devices: commands, jobs and failed sign-ins. */
export async function rowsBetweenProcesses(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sent_commands
      -- Of its queueing; who reads "since" goes by it. Rows from before have none.
      ADD COLUMN tx xid8,
      -- It was taken from the queue and its bytes may be leaving; null once they left, or never will.
      ADD COLUMN leaving_since timestamptz,
      -- Until then the request that queued it waits for the outcome.
      ADD COLUMN awaited_until timestamptz;
    ALTER TABLE sent_commands ALTER COLUMN tx SET DEFAULT pg_current_xact_id();
    CREATE INDEX sent_commands_tx ON sent_commands (tx) WHERE state = 'queued' AND NOT text_channel;
    CREATE INDEX sent_commands_leaving ON sent_commands (leaving_since) WHERE leaving_since IS NOT NULL;
    CREATE INDEX sent_commands_created ON sent_commands (created_at);

    -- Who does a job that must not be done twice at a time. The fence rises with every holder.
    CREATE SEQUENCE job_fences;
    CREATE TABLE job_leases (
      name text PRIMARY KEY,
      fence bigint NOT NULL,
      held_until timestamptz NOT NULL
    );

    -- Fails the transaction of a holder whose lease another one has; a new holder waits for the transaction of the last.
    CREATE FUNCTION require_lease(lease_name text, lease_fence bigint) RETURNS void LANGUAGE plpgsql AS $require$
    BEGIN
      PERFORM FROM job_leases WHERE name = lease_name AND fence = lease_fence FOR SHARE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the lease of % is another one''s', lease_name USING ERRCODE = 'AT003';
      END IF;
    END
    $require$;

    -- Failed attempts to sign in, by account, by address and by both; the key is a digest of them.
    CREATE TABLE sign_in_attempts (
      key bytea PRIMARY KEY,
      failures integer NOT NULL,
      last_at timestamptz NOT NULL,
      -- The account was signed in to from there.
      is_known boolean NOT NULL DEFAULT false,
      forget_at timestamptz NOT NULL
    );
    CREATE INDEX sign_in_attempts_forget ON sign_in_attempts (forget_at);

    -- What retention deletes, the oldest first; alarms that wait are not walked over.
    CREATE INDEX events_age ON events (server_time) WHERE NOT (type = 'alarm' AND handled_at IS NULL);
    CREATE INDEX odd_positions_age ON odd_positions (server_time);
    CREATE INDEX refused_messages_age ON refused_messages (server_time)`.execute(db);
}

/**
 * Who holds the connection of a device: the process (its epoch, dealt at its start) and the claim (dealt to each
 * connection at its sign-in). `held_claim` only rises: a lower one never holds again; `held_by` is null when the
 * connection that claimed last has closed. Several processes look for silent devices by `look_at`: who moves it on has
 * looked. An event has the transaction that wrote it last, so that one handled meanwhile is found by it too.
 */
export async function holding(db: Kysely<unknown>): Promise<void> {
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
