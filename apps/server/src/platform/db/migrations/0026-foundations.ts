import { type Kysely, sql } from 'kysely';

/**
 * What two processes must agree on. `version` counts the writes of a device's state: who planned by an older one is
 * refused. `tx` is the transaction that wrote a row: numbers of two processes overlap and commits overtake each other,
 * so who reads "since" goes by it. Rows from before have none; a table of events is not rewritten for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
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
