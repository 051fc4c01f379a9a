import { type Kysely, sql } from 'kysely';

/**
 * The exchange with the fleet-control provider: its runs, what the provider holds as it was last read, and what each run
 * found. Everything is one person's, whose account at the provider it is.
 */
const fleetControl = sql`
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

export async function up(db: Kysely<unknown>): Promise<void> {
  await fleetControl.execute(db);
}
