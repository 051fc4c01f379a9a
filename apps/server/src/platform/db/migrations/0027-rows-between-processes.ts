import { type Kysely, sql } from 'kysely';

/** What several processes agree on beside the states of devices: commands, jobs and failed sign-ins. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
