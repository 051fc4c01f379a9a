import { type Kysely, sql } from 'kysely';

/**
 * Whom a centre calls: contacts of a customer with their phrases, the calls that were tried, and what a client asked to have
 * changed. Phrases are sealed texts.
 */
const contactTables = sql`
  -- One row a customer whose contacts or phrases were ever set; version counts their changes.
  CREATE TABLE contact_books (
    customer_id integer PRIMARY KEY REFERENCES customers ON DELETE CASCADE,
    version integer NOT NULL DEFAULT 1,
    pass_phrase text,
    counter_phrase text,
    duress_phrase text,
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE contacts (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id integer NOT NULL REFERENCES customers ON DELETE CASCADE,
    position integer NOT NULL,
    name text NOT NULL,
    role text,
    phones jsonb NOT NULL DEFAULT '[]',
    calendar_id integer REFERENCES calendars,
    note text,
    pass_phrase text,
    counter_phrase text
  );
  CREATE INDEX contacts_customer ON contacts (customer_id, position);
  CREATE INDEX contacts_calendar ON contacts (calendar_id);

  -- What a client asked for; its change is sealed, since phrases stand in it.
  CREATE TABLE contact_requests (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id integer NOT NULL REFERENCES customers ON DELETE CASCADE,
    user_id integer,
    user_name text NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    change text NOT NULL,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'accepted', 'refused', 'replaced')),
    decided_by integer,
    decided_by_name text,
    decided_at timestamptz,
    note text
  );
  CREATE UNIQUE INDEX contact_requests_pending ON contact_requests (customer_id) WHERE state = 'pending';
  CREATE INDEX contact_requests_customer ON contact_requests (customer_id);

  -- Whom the acceptance of a request is told: marked before it leaves.
  CREATE TABLE contact_messages (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_id integer NOT NULL REFERENCES contact_requests ON DELETE CASCADE,
    name text NOT NULL,
    phone text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'failed')),
    claimed_at timestamptz,
    error text
  );
  CREATE INDEX contact_messages_request ON contact_messages (request_id);
  CREATE INDEX contact_messages_waiting ON contact_messages (id) WHERE state = 'waiting';

  -- Alarm, case and contact are numbers without reference: a try outlives them and keeps its copy.
  CREATE TABLE contact_tries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id integer REFERENCES customers ON DELETE CASCADE,
    contact_id integer,
    contact_name text NOT NULL,
    phone text NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('answered', 'noAnswer', 'voicemail', 'wrongNumber')),
    note text,
    recording_url text,
    alarm_id bigint,
    sinister_id integer,
    user_id integer,
    user_name text NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX contact_tries_customer ON contact_tries (customer_id, id);
  CREATE INDEX contact_tries_alarm ON contact_tries (alarm_id) WHERE alarm_id IS NOT NULL;
  CREATE INDEX contact_tries_sinister ON contact_tries (sinister_id) WHERE sinister_id IS NOT NULL;

  -- What was compared with a spoken phrase; wrong ones bound the next.
  CREATE TABLE phrase_checks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id integer NOT NULL REFERENCES customers ON DELETE CASCADE,
    user_id integer NOT NULL,
    is_wrong boolean NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX phrase_checks_customer ON phrase_checks (customer_id, at) WHERE is_wrong;

  -- Under duress: its client is told nothing of it, whatever the settings say.
  ALTER TABLE alarms ADD COLUMN duress_at timestamptz;
`;

export async function contacts(db: Kysely<unknown>): Promise<void> {
  await contactTables.execute(db);
}

/** Procedures (PROC-01, PROC-02): versions that never change, what each alarm was opened with, and what was done of it. */
const procedureTables = sql`
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

export async function procedures(db: Kysely<unknown>): Promise<void> {
  await procedureTables.execute(db);
}
