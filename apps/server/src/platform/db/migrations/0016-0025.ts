import { type Kysely, sql } from 'kysely';

/** Which customers are linked to those of the payment provider. */
const paymentLinks = sql`
  CREATE TABLE payment_links (
    customer_id integer NOT NULL REFERENCES customers ON DELETE CASCADE,
    -- A fingerprint of the seller's key and the provider's address: people who share a key share the links.
    account text NOT NULL,
    -- Its number there; null while it has none.
    provider_id text,
    state text NOT NULL CHECK (state IN ('pending', 'linked', 'failed')),
    fault text,
    words text,
    fields jsonb NOT NULL DEFAULT '[]',
    -- A creation went out whose end is not known: before another it is looked for.
    may_exist boolean NOT NULL DEFAULT false,
    -- Counts what was ordered, so that an answer to an older order does not pass for the newest.
    version integer NOT NULL DEFAULT 1,
    -- Whose key it is sent with.
    user_id integer REFERENCES users ON DELETE SET NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account, customer_id)
  );
  CREATE UNIQUE INDEX payment_links_provider ON payment_links (account, provider_id);
  CREATE INDEX payment_links_customer ON payment_links (customer_id);
  CREATE INDEX payment_links_user ON payment_links (user_id);
  CREATE INDEX payment_links_pending ON payment_links (changed_at) WHERE state = 'pending'`;

export async function payments(db: Kysely<unknown>): Promise<void> {
  await paymentLinks.execute(db);
}

/**
 * The exchange with the fleet-control provider: its runs, what the provider holds as it was last read, and what each run
 * found. Everything is one person's, whose account at the provider it is.
 */
const fleetControlTables = sql`
  CREATE TABLE fleet_control_runs (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    -- The account there, as a digest: what another one holds is nothing to it.
    account text NOT NULL,
    started_by text NOT NULL,
    address text,
    state text NOT NULL,
    sends_new boolean NOT NULL,
    group_id integer REFERENCES groups ON DELETE SET NULL,
    -- How far it came: the step, and the last thing of it that is done.
    step text NOT NULL,
    cursor bigint NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0,
    next_try_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    handled jsonb NOT NULL DEFAULT '{}',
    totals jsonb NOT NULL DEFAULT '{}',
    failure jsonb
  );
  CREATE INDEX fleet_control_runs_user ON fleet_control_runs (user_id, id DESC);
  -- One at a time.
  CREATE UNIQUE INDEX fleet_control_runs_active ON fleet_control_runs (user_id) WHERE state IN ('running', 'waiting');
  CREATE TABLE fleet_control_things (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    kind text NOT NULL,
    remote_id bigint NOT NULL,
    -- What it is known by: a document, a plate, a serial number.
    key text NOT NULL,
    plate text,
    client_id bigint,
    vehicle_id bigint,
    sim_card_id bigint,
    operator_id bigint,
    data jsonb NOT NULL,
    -- The run that saw it last.
    run_id integer NOT NULL,
    -- The customer or device here.
    local_id integer,
    -- The values both sides agreed on.
    base jsonb NOT NULL DEFAULT '{}',
    -- The values that are still to be sent.
    pending jsonb,
    PRIMARY KEY (user_id, kind, remote_id)
  ) WITH (fillfactor = 80);
  CREATE INDEX fleet_control_things_key ON fleet_control_things (user_id, kind, key);
  CREATE INDEX fleet_control_things_local ON fleet_control_things (user_id, local_id) WHERE local_id IS NOT NULL;
  CREATE TABLE fleet_control_findings (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id integer NOT NULL REFERENCES fleet_control_runs ON DELETE CASCADE,
    kind text NOT NULL,
    outcome text NOT NULL,
    name text NOT NULL,
    local_id integer,
    remote_id bigint,
    reason text,
    said text,
    fields jsonb NOT NULL DEFAULT '[]'
  );
  CREATE INDEX fleet_control_findings_run ON fleet_control_findings (run_id, outcome, id);
  CREATE INDEX customers_document ON customers (cpf_cnpj);
  CREATE INDEX devices_plate ON devices (upper(regexp_replace(attributes ->> 'plate', '[^A-Za-z0-9]', '', 'g')))
    WHERE attributes ->> 'plate' <> ''`;

export async function fleetControl(db: Kysely<unknown>): Promise<void> {
  await fleetControlTables.execute(db);
}

/** Links that outlive the key they were made with, and orders that come to an end. */
const paymentAccountsTables = sql`
  -- Which account of the provider's a key opens; the keys of one account over the years.
  CREATE TABLE payment_keys (
    fingerprint text PRIMARY KEY,
    account text NOT NULL
  );
  -- Whose account it is: with a key nobody has had, a person stays in his own.
  CREATE TABLE payment_holders (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    provider text NOT NULL,
    account text NOT NULL,
    PRIMARY KEY (user_id, provider)
  );
  ALTER TABLE payment_links
    -- Fingerprint of the key and address under which provider_id was last read there.
    ADD COLUMN read_with text,
    -- How often the order of now was begun.
    ADD COLUMN attempts integer NOT NULL DEFAULT 0`;

export async function paymentAccounts(db: Kysely<unknown>): Promise<void> {
  await paymentAccountsTables.execute(db);
}

/** Which lists of the fleet-control provider a run read in more than one sitting: nothing of them is taken for gone. */
export async function resumedLists(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE fleet_control_runs ADD COLUMN resumed_kinds text[] NOT NULL DEFAULT '{}'`.execute(db);
}

/**
 * What trackers said and no other table takes, kept whole so that they need not send it for ever: the bytes as they came,
 * and what was read of them as text without a NUL and in ASCII, which every text column takes. Numbers are those of positions.
 */
export async function refusedMessages(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE refused_messages (
      id bigint PRIMARY KEY DEFAULT nextval('position_ids'),
      device_id integer NOT NULL,
      digest uuid NOT NULL,
      server_time timestamptz NOT NULL,
      protocol text NOT NULL,
      kind text NOT NULL,
      error text NOT NULL,
      frame bytea NOT NULL,
      content text,
      UNIQUE (device_id, digest)
    )`.execute(db);
}

/** Which requests were taken: one that comes again with its key is answered as it was, and does nothing. */
const idempotencyKeysTables = sql`
  CREATE TABLE idempotency_keys (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    key text NOT NULL,
    -- SHA-256 of method, address and body.
    fingerprint text NOT NULL,
    -- Sealed; null until it is there, and where there is none that could be told again.
    answer text,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, key)
  );
  CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at)`;

export async function idempotencyKeys(db: Kysely<unknown>): Promise<void> {
  await idempotencyKeysTables.execute(db);
}

/**
 * An earlier release read odometers of eight decimal digits (suntech, 10,000 km and more) as hexadecimal. A job looks once
 * through what is stored then (`docs/operations.md`): where it has come to, and what it found of each device. A database that
 * holds no positions yet has nothing to look through.
 */
export async function odometerRepair(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE odometer_scan (
      one boolean PRIMARY KEY CHECK (one),
      -- up to where: a partition of positions by name, and a block in it
      partition text NOT NULL DEFAULT '',
      block bigint NOT NULL DEFAULT 0,
      ended_at timestamptz
    )`.execute(db);
  await sql`INSERT INTO odometer_scan (one) SELECT true WHERE EXISTS (SELECT FROM positions)`.execute(db);
  await sql`
    CREATE TABLE odometer_repairs (
      device_id integer PRIMARY KEY,
      -- fix times of the first and the last position that may be wrong
      first_time timestamptz NOT NULL,
      last_time timestamptz NOT NULL,
      examinations integer NOT NULL DEFAULT 0,
      examined_at timestamptz,
      mended bigint NOT NULL DEFAULT 0,
      found_right bigint NOT NULL DEFAULT 0,
      undecided bigint NOT NULL DEFAULT 0,
      -- as the audit says of it
      told_mended bigint NOT NULL DEFAULT 0,
      told_undecided bigint NOT NULL DEFAULT 0
    )`.execute(db);
}

/**
 * The open alarms in the order in which they are listed; and sirens that two people left on, each handling the last but
 * one alarm of a vehicle at the same moment, go out.
 */
export async function openAlarms(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX events_open_alarms ON events (id) WHERE type = 'alarm' AND handled_at IS NULL`.execute(
    db,
  );
  await sql`
    UPDATE device_state AS s SET siren_event_id = (
      SELECT max(e.id) FROM events AS e
      WHERE e.device_id = s.device_id AND e.type = 'alarm' AND e.handled_at IS NULL
    )
    WHERE s.siren_event_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM events AS e WHERE e.id = s.siren_event_id AND e.handled_at IS NULL
    )`.execute(db);
}

/** Whose devices are read-only changes only those of these that he made: the others watch his devices for him. */
const made = [
  ['geofences', 'geofence'],
  ['drivers', 'driver'],
  ['maintenances', 'maintenance'],
  ['notifications', 'notification'],
  ['computed_attributes', 'attribute'],
  ['commands', 'command'],
  ['calendars', 'calendar'],
] as const;

export async function makers(db: Kysely<unknown>): Promise<void> {
  for (const [name, noun] of made) {
    const table = sql.table(name);
    // no reference: numbers of users are not used twice, and who made it may be gone
    await sql`ALTER TABLE ${table} ADD COLUMN made_by integer`.execute(db);
    await sql`
      UPDATE ${table} AS l SET made_by = a.user_id FROM audit AS a
      WHERE a.noun = ${noun} AND a.action = 'create' AND a.object_id = l.id`.execute(db);
  }
}

/**
 * Tables and columns get the words of the field (`docs/glossary.md`). These are the last renamings: from here on tables
 * and columns are only added. Of the rows only the keys in `device_state.memory` change.
 */
const tables = [
  ['fleet_control_things', 'fleet_control_records'],
  ['notices', 'notification_deliveries'],
  ['user_names', 'sign_in_names'],
] as const;

const columns = [
  ...[
    'calendars',
    'commands',
    'computed_attributes',
    'drivers',
    'geofences',
    'maintenances',
    'notifications',
  ].map((table) => [table, 'made_by', 'created_by'] as const),
  ['fleet_control_findings', 'said', 'provider_message'],
  ['odometer_repairs', 'told_mended', 'reported_mended'],
  ['odometer_repairs', 'told_undecided', 'reported_undecided'],
  ['payment_links', 'words', 'provider_message'],
  ['scheduled_report_runs', 'looked_until', 'checked_until'],
  ['travel_hours', 'untold_ms', 'silent_ms'],
  ['travel_hours', 'untold_moving_ms', 'silent_moving_ms'],
] as const;

export async function namesOfTheField(db: Kysely<unknown>): Promise<void> {
  for (const [from, to] of tables) {
    await sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(db);
    await renameConstraints(db, to, new RegExp(`^${from}_`), `${to}_`);
    await renameOwned(db, to, from);
  }
  for (const [table, from, to] of columns) {
    await sql`ALTER TABLE ${sql.table(table)} RENAME COLUMN ${sql.ref(from)} TO ${sql.ref(to)}`.execute(db);
    await renameConstraints(db, table, new RegExp(`_${from}_`), `_${to}_`);
  }
  await renameMemoryKeys(db);
}

/** `told` is `raised`, as a key and as the value of `tow`. The column is json, which has no operators. */
async function renameMemoryKeys(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE device_state SET memory = (memory::jsonb - 'told' || jsonb_build_object('raised', memory -> 'told')
      || CASE WHEN memory ->> 'tow' = 'told' THEN '{"tow": "raised"}' ELSE '{}' END::jsonb)::json
    WHERE memory -> 'told' IS NOT NULL`.execute(db);
}

/** Their indexes too. From PostgreSQL 18 on, NOT NULL is a constraint with a name. */
async function renameConstraints(
  db: Kysely<unknown>,
  table: string,
  old: RegExp,
  replacement: string,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = ${table}::regclass`.execute(db);
  for (const { name } of rows.filter((row) => old.test(row.name))) {
    await sql`ALTER TABLE ${sql.table(table)} RENAME CONSTRAINT ${sql.ref(name)}
      TO ${sql.ref(name.replace(old, replacement))}`.execute(db);
  }
}

/** Indexes that are no constraint's, and the sequence of an identity column. */
async function renameOwned(db: Kysely<unknown>, table: string, from: string): Promise<void> {
  const { rows } = await sql<{ name: string; kind: string }>`
    SELECT c.relname AS name, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'INDEX' END AS kind
    FROM pg_depend AS d JOIN pg_class AS c ON c.oid = d.objid AND c.relkind IN ('i', 'S')
    WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
      AND d.refobjid = ${table}::regclass AND starts_with(c.relname, ${`${from}_`})
    GROUP BY c.relname, c.relkind`.execute(db);
  for (const { name, kind } of rows) {
    await sql`ALTER ${sql.raw(kind)} ${sql.ref(name)} RENAME TO ${sql.ref(name.replace(from, table))}`.execute(
      db,
    );
  }
}
