/**
 * The alarm desk. A vehicle's alarms are held together, so that the claim is a row of its own (`alarm_claims`), and its
 * `subject` is the vehicle's number, or the alarm's own number below zero where it is about no vehicle.
 */
import { type Kysely, sql } from 'kysely';

const rules = sql`
  ALTER TABLE users ADD COLUMN desk_role text NOT NULL DEFAULT 'none'
    CHECK (desk_role IN ('none', 'operator', 'supervisor'));
  UPDATE users SET desk_role = 'operator'
    WHERE NOT administrator AND (attributes ->> 'profile' = 'central' OR device_limit <> 0);

  CREATE TABLE alarm_escalations (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    steps jsonb NOT NULL DEFAULT '[]',
    is_default boolean NOT NULL DEFAULT false,
    retired_at timestamptz
  );
  CREATE UNIQUE INDEX alarm_escalations_default ON alarm_escalations (is_default) WHERE is_default AND retired_at IS NULL;

  -- severity: 0 critical, 1 high, 2 medium, 3 low. Groups, customers and devices are numbers without reference: one that
  -- is removed fits nothing any more. Retired, never deleted: alarms name their rule.
  CREATE TABLE alarm_rules (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text UNIQUE,
    name text NOT NULL,
    position integer NOT NULL,
    enabled boolean NOT NULL DEFAULT true,
    event_types text[] NOT NULL,
    alarms text[] NOT NULL DEFAULT '{}',
    applies_to text NOT NULL DEFAULT 'all' CHECK (applies_to IN ('all', 'some')),
    group_ids integer[] NOT NULL DEFAULT '{}',
    customer_ids integer[] NOT NULL DEFAULT '{}',
    device_ids integer[] NOT NULL DEFAULT '{}',
    categories text[] NOT NULL DEFAULT '{}',
    calendar_id integer REFERENCES calendars,
    outside_calendar boolean NOT NULL DEFAULT false,
    geofence_id integer REFERENCES geofences,
    ignition text NOT NULL DEFAULT 'any' CHECK (ignition IN ('any', 'on', 'off')),
    severity smallint NOT NULL CHECK (severity BETWEEN 0 AND 3),
    procedure_id integer,
    grouping_minutes integer NOT NULL DEFAULT 10,
    wait_minutes integer,
    normal_types text[] NOT NULL DEFAULT '{}',
    normal_alarms text[] NOT NULL DEFAULT '{}',
    claim_seconds integer,
    close_seconds integer,
    siren boolean NOT NULL DEFAULT true,
    requires_note boolean NOT NULL DEFAULT false,
    escalation_id integer REFERENCES alarm_escalations,
    version integer NOT NULL DEFAULT 1,
    retired_at timestamptz
  );
  CREATE INDEX alarm_rules_order ON alarm_rules (position, id) WHERE retired_at IS NULL;
  CREATE INDEX alarm_rules_calendar ON alarm_rules (calendar_id);
  CREATE INDEX alarm_rules_geofence ON alarm_rules (geofence_id);

  CREATE TABLE alarm_outcomes (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text UNIQUE,
    name text NOT NULL,
    position integer NOT NULL DEFAULT 0,
    requires_note boolean NOT NULL DEFAULT false,
    built_in boolean NOT NULL DEFAULT false,
    retired_at timestamptz
  );
  CREATE TABLE alarm_hold_reasons (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text UNIQUE,
    name text NOT NULL,
    position integer NOT NULL DEFAULT 0,
    pauses_clock boolean NOT NULL DEFAULT false,
    retired_at timestamptz
  );
  CREATE TABLE desk_teams (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    user_ids integer[] NOT NULL DEFAULT '{}',
    retired_at timestamptz
  );
  -- One row; what it does not hold is as the code has it.
  CREATE TABLE desk_settings (
    id integer PRIMARY KEY CHECK (id = 1),
    settings jsonb NOT NULL DEFAULT '{}'
  );
  INSERT INTO desk_settings (id) VALUES (1);
`;

const alarms = sql`
  -- Written by the statement that stores the event, when a rule names its type; it touches no alarm.
  CREATE TABLE alarm_queue (
    event_id bigint PRIMARY KEY,
    device_id integer NOT NULL,
    queued_at timestamptz NOT NULL DEFAULT now()
  );

  -- device_id, customer_id and the people refer to no row: an alarm outlives them and keeps its copy.
  -- Its state is what the columns say: closed_at, pending_until, held_until; whose it is says alarm_claims.
  CREATE TABLE alarms (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    version integer NOT NULL DEFAULT 1,
    kind text NOT NULL CHECK (kind IN ('event', 'manual', 'massFault')),
    subject bigint NOT NULL,
    rule_id integer REFERENCES alarm_rules,
    rule_name text,
    severity smallint NOT NULL CHECK (severity BETWEEN 0 AND 3),
    device_id integer,
    device_name text,
    plate text,
    category text,
    customer_id integer,
    customer_name text,
    latitude double precision,
    longitude double precision,
    address text,
    event_type text,
    alarm text,
    call_reason text,
    caller_name text,
    caller_phone text,
    opened_at timestamptz NOT NULL DEFAULT now(),
    first_event_at timestamptz NOT NULL,
    last_event_at timestamptz NOT NULL,
    -- when its last event came to the server, by which it sounds again
    last_joined_at timestamptz NOT NULL DEFAULT now(),
    event_count integer NOT NULL DEFAULT 1,
    late boolean NOT NULL DEFAULT false,
    normalised_at timestamptz,
    pending_until timestamptz,
    siren boolean NOT NULL DEFAULT false,
    sounds_at timestamptz,
    claim_seconds integer NOT NULL,
    close_seconds integer NOT NULL,
    claim_due_at timestamptz NOT NULL,
    close_due_at timestamptz NOT NULL,
    -- the deadline that counts now: the queue's order
    due_at timestamptz NOT NULL,
    paused_at timestamptz,
    first_claimed_at timestamptz,
    first_claimed_by integer,
    held_until timestamptz,
    hold_reason text,
    team_id integer REFERENCES desk_teams,
    mass_fault_id bigint REFERENCES alarms,
    mass_fault jsonb,
    steps jsonb NOT NULL DEFAULT '[]',
    requires_note boolean NOT NULL DEFAULT false,
    outcome_id integer REFERENCES alarm_outcomes,
    outcome_name text,
    note text,
    closed_at timestamptz,
    closed_by integer,
    closed_by_name text
  );
  CREATE UNIQUE INDEX alarms_open_once ON alarms (device_id, rule_id) WHERE closed_at IS NULL AND kind = 'event';
  CREATE INDEX alarms_queue ON alarms (severity, due_at, id) WHERE closed_at IS NULL AND pending_until IS NULL;
  CREATE INDEX alarms_open_subject ON alarms (subject) WHERE closed_at IS NULL;
  CREATE INDEX alarms_pending ON alarms (pending_until) WHERE pending_until IS NOT NULL AND closed_at IS NULL;
  CREATE INDEX alarms_held ON alarms (held_until) WHERE held_until IS NOT NULL AND closed_at IS NULL;
  CREATE INDEX alarms_device ON alarms (device_id, opened_at);
  CREATE INDEX alarms_opened ON alarms (opened_at);
  CREATE INDEX alarms_closed ON alarms (closed_at) WHERE closed_at IS NOT NULL;
  CREATE INDEX alarms_rule ON alarms (rule_id) WHERE closed_at IS NULL;
  CREATE INDEX alarms_mass_fault ON alarms (mass_fault_id) WHERE mass_fault_id IS NOT NULL;

  -- Which alarm an event belongs to: its key makes that once.
  CREATE TABLE alarm_events (
    event_id bigint PRIMARY KEY,
    alarm_id bigint NOT NULL REFERENCES alarms
  );
  CREATE INDEX alarm_events_alarm ON alarm_events (alarm_id, event_id);

  -- One row a vehicle that ever had an alarm; nobody's while user_id is null.
  CREATE TABLE alarm_claims (
    subject bigint PRIMARY KEY,
    user_id integer,
    user_name text,
    claimed_at timestamptz,
    acted_at timestamptz,
    asked_at timestamptz,
    in_call boolean NOT NULL DEFAULT false
  );
  CREATE INDEX alarm_claims_user ON alarm_claims (user_id) WHERE user_id IS NOT NULL;

  CREATE TABLE alarm_history (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    alarm_id bigint NOT NULL REFERENCES alarms,
    at timestamptz NOT NULL DEFAULT now(),
    action text NOT NULL,
    user_id integer,
    user_name text,
    address text,
    details jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX alarm_history_alarm ON alarm_history (alarm_id, id);
  CREATE INDEX alarm_history_at ON alarm_history (at);
  CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $refuse$
  BEGIN
    RAISE EXCEPTION 'the history of alarms is never changed' USING ERRCODE = 'AT004';
  END
  $refuse$;
  CREATE TRIGGER alarm_history_kept BEFORE UPDATE OR DELETE ON alarm_history
    FOR EACH ROW EXECUTE FUNCTION refuse_history_change();

  CREATE TABLE alarm_drafts (
    alarm_id bigint PRIMARY KEY REFERENCES alarms,
    text text NOT NULL,
    user_id integer NOT NULL,
    user_name text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  );

  -- A step of the escalation as the alarm was opened with it.
  CREATE TABLE alarm_escalation_steps (
    alarm_id bigint NOT NULL REFERENCES alarms,
    position integer NOT NULL,
    due_at timestamptz NOT NULL,
    of text NOT NULL CHECK (of IN ('unclaimed', 'unclosed')),
    step jsonb NOT NULL,
    fired_at timestamptz,
    PRIMARY KEY (alarm_id, position)
  );
  CREATE INDEX alarm_escalation_steps_due ON alarm_escalation_steps (due_at) WHERE fired_at IS NULL;

  CREATE TABLE alarm_mass_devices (
    alarm_id bigint NOT NULL REFERENCES alarms,
    device_id integer NOT NULL,
    device_name text NOT NULL,
    back_at timestamptz,
    PRIMARY KEY (alarm_id, device_id)
  );
  CREATE INDEX alarm_mass_devices_device ON alarm_mass_devices (device_id) WHERE back_at IS NULL;
`;

const desk = sql`
  -- seen_at: when a process last saw a live connection of the person.
  CREATE TABLE desk_presence (
    user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    state text NOT NULL DEFAULT 'off' CHECK (state IN ('on', 'pause', 'off')),
    state_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE silences (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    device_id integer REFERENCES devices ON DELETE CASCADE,
    customer_id integer REFERENCES customers ON DELETE CASCADE,
    reason text NOT NULL,
    note text,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by integer,
    created_by_name text NOT NULL,
    until timestamptz NOT NULL,
    ended_at timestamptz,
    CHECK ((device_id IS NULL) <> (customer_id IS NULL))
  );
  CREATE INDEX silences_device ON silences (device_id) WHERE ended_at IS NULL;
  CREATE INDEX silences_customer ON silences (customer_id) WHERE ended_at IS NULL;

  -- What is done about a vehicle without communication.
  CREATE TABLE silent_devices (
    device_id integer PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
    reason text,
    next_contact_at timestamptz,
    user_id integer REFERENCES users ON DELETE SET NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX silent_devices_user ON silent_devices (user_id);

  -- A time in which our side took nothing: no silence of those days is the trackers'.
  CREATE TABLE ingest_pauses (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    began_at timestamptz NOT NULL,
    ended_at timestamptz NOT NULL
  );
  CREATE INDEX ingest_pauses_ended ON ingest_pauses (ended_at);

  -- A message about an alarm is of no event: its event_id is a number below zero of its own.
  ALTER TABLE notification_deliveries ADD COLUMN alarm_id bigint;
  CREATE SEQUENCE alarm_delivery_ids;
`;

const shipped = sql`
  INSERT INTO alarm_outcomes (key, name, position, built_in) VALUES
    ('confirmed', 'Confirmado', 1, false), ('falseAlarm', 'Alarme falso', 2, false), ('test', 'Teste', 3, false),
    ('customerError', 'Erro do cliente', 4, false), ('noContact', 'Sem contato', 5, false),
    ('handled', 'Tratado', 100, true), ('normalised', 'Normalizado', 101, true), ('joined', 'Falha em massa', 102, true);
  INSERT INTO alarm_hold_reasons (key, name, position, pauses_clock) VALUES
    ('awaitingCustomer', 'Aguardando retorno do cliente', 1, true),
    ('awaitingPolice', 'Aguardando a polícia', 2, true),
    ('awaitingResponse', 'Aguardando pronta resposta', 3, true),
    ('watching', 'Em observação', 4, false);
  INSERT INTO alarm_rules (key, name, position, enabled, event_types, alarms, ignition, outside_calendar, severity, siren,
    wait_minutes, normal_types, normal_alarms) VALUES
    ('sos', 'SOS/Pânico', 1, true, '{alarm}', '{sos}', 'any', false, 0, true, NULL, '{}', '{}'),
    ('jamming', 'Bloqueador de sinal', 2, true, '{alarm,suspectedJamming}', '{jamming}', 'any', false, 0, true, NULL, '{}', '{}'),
    ('tow', 'Reboque', 3, true, '{alarm,suspectedTow}', '{tow}', 'any', false, 1, true, NULL, '{ignitionOn}', '{}'),
    ('powerCut', 'Corte de energia', 4, true, '{alarm}', '{powerCut,powerOff}', 'any', false, 1, true, NULL, '{}',
      '{powerRestored,powerOn}'),
    ('tampering', 'Violação do rastreador', 5, true, '{alarm}', '{tampering,removing,bonnet,gpsAntennaCut}', 'any', false, 1,
      true, NULL, '{}', '{}'),
    ('parkedExit', 'Saída de cerca desligado', 6, true, '{geofenceExit}', '{}', 'off', false, 1, true, NULL,
      '{geofenceEnter}', '{}'),
    ('ignitionOutsideHours', 'Ignição fora de horário', 7, false, '{ignitionOn}', '{}', 'any', true, 2, false, NULL,
      '{ignitionOff}', '{}');
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [rules, alarms, desk, shipped]) await part.execute(db);
}
