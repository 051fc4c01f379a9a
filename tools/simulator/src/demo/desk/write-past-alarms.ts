/**
 * Writes what the desk did in the past days into the demonstration's own database. No API takes a time in the past, and
 * should not; so this is the one part of the demonstration that comes in beside it.
 */
import { connect } from '@atalaia/server/src/backup/connection.ts';
import { databaseName } from '@atalaia/server/src/platform/db/database.ts';
import { runningAddress } from '@atalaia/server/src/platform/db/embedded/postmaster.ts';
import { type PastAlarm, pastAlarms } from './past-alarms.ts';

export interface Operator {
  readonly id: number;
  readonly name: string;
}

/** Where a vehicle of the demonstration was when its alarms happened. */
export interface PastVehicle {
  readonly deviceId: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string;
}

const pastDays = 5;
/** What happened since is too little to be worth a history. */
const leastHours = 2;

export type DatabaseClient = Awaited<ReturnType<typeof connect>>;

/** A connection to the server's database: `DATABASE_URL`, or the embedded one's in this folder. */
export async function withDatabase<Result>(
  dataDir: string,
  work: (client: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const address = process.env.DATABASE_URL || runningAddress(dataDir, databaseName);
  if (!address) throw new Error(`no database is at work in ${dataDir}`);
  const client = await connect(address);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Alarms of the time since the last one, at most five days; how many. */
export async function writePastAlarms(
  client: DatabaseClient,
  vehicles: readonly PastVehicle[],
  operators: readonly Operator[],
): Promise<number> {
  const { rows } = await client.query<{ now: Date; last: Date | null }>(
    'SELECT now(), (SELECT max(opened_at) FROM alarms) AS last',
  );
  const nowMs = rows[0]?.now.getTime() ?? Date.now();
  const fromMs = Math.max(nowMs - pastDays * 86_400_000, rows[0]?.last?.getTime() ?? 0);
  if (nowMs - fromMs < leastHours * 3_600_000) return 0;
  const alarms = pastAlarms(fromMs, nowMs, vehicles.length, operators.length);
  await client.query('BEGIN');
  await client.query(writing, [
    JSON.stringify(alarms.map((alarm) => rowOf(alarm, vehicles[alarm.vehicle], operators))),
  ]);
  await client.query('COMMIT');
  return alarms.length;
}

const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** As `writing` takes it: columns of an alarm, its events and its lines. */
function rowOf(alarm: PastAlarm, vehicle: PastVehicle | undefined, operators: readonly Operator[]) {
  const { kind, claimSeconds, closeSeconds, outcome, note, pausedMs } = alarm;
  const openedMs = alarm.eventTimesMs[0] ?? alarm.closedMs;
  const person = (index: number | null) => (index === null ? undefined : operators[index]);
  return {
    ...{ ...vehicle, rule: kind.rule, severity: kind.severity, eventType: kind.eventType, alarm: kind.alarm },
    ...{ outcome, note, claimSeconds, closeSeconds },
    openedAt: at(openedMs),
    lastEventAt: at(Math.max(...alarm.eventTimesMs)),
    claimDueAt: at(openedMs + claimSeconds * 1000),
    closeDueAt: at(openedMs + closeSeconds * 1000 + pausedMs),
    claimedAt: at(alarm.claimedMs),
    claimedBy: person(alarm.claimedBy)?.id ?? null,
    closedAt: at(alarm.closedMs),
    closedBy: person(alarm.closedBy)?.id ?? null,
    closedByName: person(alarm.closedBy)?.name ?? null,
    events: alarm.eventTimesMs.map(at),
    lines: alarm.lines.map(({ atMs, action, by, details }) => ({
      ...{ at: at(atMs), action, userId: person(by)?.id ?? null, userName: person(by)?.name ?? null },
      details: detailsOf(action, details, operators),
    })),
  };
}

/** Who is passed an alarm is named as the product names him. */
function detailsOf(
  action: string,
  details: Readonly<Record<string, unknown>>,
  operators: readonly Operator[],
) {
  if (action !== 'pass') return details;
  const colleague = operators[Number(details.userId)];
  return { ...details, userId: colleague?.id, userName: colleague?.name };
}

/** Outcomes and reasons to hold stand in a history by the names that they have in the database. */
const writing = `
  WITH given AS MATERIALIZED (
    SELECT row_number() OVER () AS place, one.* FROM jsonb_to_recordset($1::jsonb) AS one ("deviceId" integer, latitude float8,
      longitude float8, address text, rule text, severity smallint, "eventType" text, alarm text, outcome text, note text,
      "claimSeconds" integer, "closeSeconds" integer, "openedAt" timestamptz, "lastEventAt" timestamptz,
      "claimDueAt" timestamptz, "closeDueAt" timestamptz, "claimedAt" timestamptz, "claimedBy" integer,
      "closedAt" timestamptz, "closedBy" integer, "closedByName" text, events jsonb, lines jsonb)
  ), opened AS (
    INSERT INTO alarms (kind, subject, rule_id, rule_name, severity, device_id, device_name, plate, category, customer_id,
      customer_name, latitude, longitude, address, event_type, alarm, opened_at, first_event_at, last_event_at,
      last_joined_at, event_count, claim_seconds, close_seconds, claim_due_at, close_due_at, due_at, first_claimed_at,
      first_claimed_by, outcome_id, outcome_name, note, closed_at, closed_by, closed_by_name, normalised_at)
    SELECT 'event', d.id, r.id, r.name, given.severity, d.id, d.name, d.attributes ->> 'plate', d.category, d.customer_id,
      c.name, given.latitude, given.longitude, given.address, "eventType", given.alarm, "openedAt", "openedAt",
      "lastEventAt", "lastEventAt", jsonb_array_length(events), "claimSeconds", "closeSeconds", "claimDueAt", "closeDueAt",
      "closeDueAt", "claimedAt", "claimedBy", o.id, o.name, given.note, "closedAt", "closedBy", "closedByName",
      CASE WHEN outcome = 'normalised' THEN "closedAt" END
    FROM given JOIN devices AS d ON d.id = given."deviceId" LEFT JOIN customers AS c ON c.id = d.customer_id
    JOIN alarm_rules AS r ON coalesce(r.key, r.name) = given.rule AND r.retired_at IS NULL
    JOIN alarm_outcomes AS o ON o.key = outcome
    ORDER BY place
    RETURNING id, device_id, opened_at
  ), found AS (
    SELECT opened.id, given.*, o.name AS outcome_name FROM opened
    JOIN given ON given."deviceId" = device_id AND given."openedAt" = opened_at
    JOIN alarm_outcomes AS o ON o.key = given.outcome
  ), stored AS (
    SELECT nextval('event_ids') AS event_id, found.id AS alarm_id, found."deviceId", "eventType", alarm, "closedAt",
      "closedBy", "closedByName", concat_ws(': ', outcome_name, note) AS comment, event_time::timestamptz
    FROM found, jsonb_array_elements_text(events) AS event_time
  ), happened AS (
    INSERT INTO events (id, device_id, type, event_time, server_time, attributes, handled_at, handled_by)
    SELECT event_id, "deviceId", "eventType", event_time, event_time,
      CASE WHEN alarm IS NULL THEN '{}' ELSE jsonb_build_object('alarm', alarm) END, "closedAt", "closedBy" FROM stored
  ), comments AS (
    INSERT INTO event_comments (event_id, user_id, user_name, comment, created_at)
    SELECT event_id, "closedBy", coalesce("closedByName", 'Atalaia'), comment, "closedAt" FROM stored
  ), members AS (
    INSERT INTO alarm_events (event_id, alarm_id) SELECT event_id, alarm_id FROM stored
  ), claims AS (
    INSERT INTO alarm_claims (subject) SELECT DISTINCT "deviceId" FROM given ON CONFLICT DO NOTHING
  )
  INSERT INTO alarm_history (alarm_id, at, action, user_id, user_name, address, details)
  SELECT found.id, line.at, line.action, line."userId", line."userName",
    CASE WHEN line."userId" IS NOT NULL THEN '127.0.0.1' END,
    CASE line.action WHEN 'close' THEN line.details || jsonb_build_object('outcome', outcome_name)
      WHEN 'hold' THEN line.details || jsonb_build_object('reason', h.name) ELSE line.details END
  FROM found, jsonb_to_recordset(lines) AS line (at timestamptz, action text, "userId" integer, "userName" text, details jsonb)
  LEFT JOIN alarm_hold_reasons AS h ON h.key = line.details ->> 'reason'
  ORDER BY found.place, line.at`;
