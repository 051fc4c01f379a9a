/** Procedures (PROC-01, PROC-02): versions that never change, what each alarm was opened with, and what was done of it. */
import { type Kysely, sql } from 'kysely';

const tables = sql`
  -- Archived, never deleted: alarms name their version. Its published version is 0 while it is a draft.
  CREATE TABLE procedures (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text UNIQUE,
    name text NOT NULL,
    use text NOT NULL CHECK (use IN ('alarm', 'call')),
    published_version integer NOT NULL DEFAULT 0,
    latest_version integer NOT NULL DEFAULT 1,
    archived_at timestamptz
  );
  CREATE TABLE procedure_versions (
    procedure_id integer NOT NULL REFERENCES procedures,
    number integer NOT NULL,
    name text NOT NULL,
    steps jsonb NOT NULL,
    saved_at timestamptz NOT NULL DEFAULT now(),
    saved_by integer,
    saved_by_name text,
    PRIMARY KEY (procedure_id, number)
  );
  CREATE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $refuse$
  BEGIN
    RAISE EXCEPTION 'a version of a procedure is never changed' USING ERRCODE = 'AT004';
  END
  $refuse$;
  CREATE TRIGGER procedure_versions_kept BEFORE UPDATE OR DELETE ON procedure_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_version_change();

  -- nothing was behind these numbers before
  UPDATE alarm_rules SET procedure_id = NULL;
  ALTER TABLE alarm_rules ADD CONSTRAINT alarm_rules_procedure_id_fkey FOREIGN KEY (procedure_id) REFERENCES procedures;
  CREATE INDEX alarm_rules_procedure ON alarm_rules (procedure_id);

  -- steps of alarms: the required ones that are to be done whatever is answered.
  ALTER TABLE alarms ADD COLUMN procedure_id integer, ADD COLUMN procedure_version integer,
    ADD CONSTRAINT alarms_procedure_fkey FOREIGN KEY (procedure_id, procedure_version)
      REFERENCES procedure_versions (procedure_id, number);

  -- What was done of an alarm's procedure, in the order of its numbers.
  CREATE TABLE alarm_steps (
    alarm_id bigint NOT NULL REFERENCES alarms,
    number integer NOT NULL,
    step_id text NOT NULL,
    answer text NOT NULL,
    details jsonb NOT NULL DEFAULT '{}',
    user_id integer,
    user_name text,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (alarm_id, number)
  );
  CREATE TRIGGER alarm_steps_kept BEFORE UPDATE OR DELETE ON alarm_steps
    FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await tables.execute(db);
}
