/**
 * Backups by stored days (BACK-01): what the last one read is read again only where it changed. The day of a row is that
 * of its server time, by which rows lie in order, so that late positions belong to a new day and touch no old one.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX positions_stored ON positions USING brin (server_time) WITH (autosummarize = on);

    -- Up to when a backup has read positions, or is about to: whoever changes something before it says so.
    CREATE TABLE stored_horizon (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      stored_before timestamptz NOT NULL DEFAULT '-infinity'
    );
    INSERT INTO stored_horizon DEFAULT VALUES;

    -- Volatile, so that it looks anew in the middle of a statement: once the transaction of that statement has its
    -- number, it either sees the horizon of a backup, or that backup waits for it to end.
    CREATE FUNCTION stored_before() RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $horizon$
    BEGIN
      RETURN (SELECT h.stored_before FROM stored_horizon AS h);
    END $horizon$;

    -- Hours of positions before the horizon that were written to, with the transaction that did.
    CREATE TABLE changed_hours (
      hour timestamptz NOT NULL,
      tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX changed_hours_tx ON changed_hours (tx);

    CREATE TABLE backup_runs (
      id uuid PRIMARY KEY,
      started_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz,
      -- what was committed before is in it
      taken_at timestamptz,
      place text NOT NULL,
      folder text,
      -- made by the clock, and so removed when it is one too many
      by_clock boolean NOT NULL,
      rows bigint,
      bytes bigint,
      -- of the files that are not those of an earlier backup
      new_bytes bigint,
      -- the number of positions then: what was given since would be lost
      last_position bigint,
      error text
    );
    CREATE INDEX backup_runs_started ON backup_runs (started_at)`.execute(db);
}
