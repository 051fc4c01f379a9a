/**
 * Whom a centre calls: contacts of a customer with their phrases, the calls that were tried, and what a client asked to have
 * changed. Phrases are sealed texts.
 */
import { type Kysely, sql } from 'kysely';

const contacts = sql`
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

export async function up(db: Kysely<unknown>): Promise<void> {
  await contacts.execute(db);
}
