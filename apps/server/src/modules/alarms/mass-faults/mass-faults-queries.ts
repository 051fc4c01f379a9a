/** Mass faults as rows: opened once, joined by devices and by their own alarms, ended once. */
import { alarmsOf } from '@atalaia/domain/catalog/alarms';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { freedColumns } from '../claims-queries.ts';
import type { MassFault, MassFaultKind } from './mass-fault-groups.ts';

export const massFaultNames = { theirs: 'Falha em massa', ours: 'Falha nossa' } as const;

export interface OpenFault {
  readonly id: number;
  readonly by: MassFaultKind;
  readonly value: string;
}

/** Any number, the same in every process. */
const detectionLock = 320_001;

/** One process at a time looks for mass faults, until the end of its transaction. */
export async function lockDetection(db: Kysely<Schema>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${detectionLock})`.execute(db);
}

export async function findOpenFaults(db: Kysely<Schema>): Promise<readonly OpenFault[]> {
  const { rows } = await sql<OpenFault>`
    SELECT id, mass_fault ->> 'by' AS by, mass_fault ->> 'value' AS value FROM alarms
    WHERE kind = 'massFault' AND closed_at IS NULL ORDER BY id`.execute(db);
  return rows;
}

/** Opens it, unless one of its group is open by now: undefined then. A cell's stands in the middle of it. */
export async function openFault(
  db: Kysely<Schema>,
  { by, value, isOurs }: MassFault,
  how: {
    readonly severity: number;
    readonly claimSeconds: number;
    readonly closeSeconds: number;
    readonly cellKm: number;
  },
): Promise<number | undefined> {
  const { severity, claimSeconds, closeSeconds, cellKm } = how;
  const details = JSON.stringify({ by, value, isOurs });
  const place = by === 'cell' ? middleOf(value, cellKm) : undefined;
  const due = (seconds: number) => sql`now() + ${seconds}::int * interval '1 second'`;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO alarms (kind, subject, rule_name, severity, latitude, longitude, first_event_at, last_event_at, siren, sounds_at,
      claim_seconds, close_seconds, claim_due_at, close_due_at, due_at, mass_fault)
    VALUES ('massFault', 0, ${isOurs ? massFaultNames.ours : massFaultNames.theirs}, ${severity}, ${place?.latitude ?? null},
      ${place?.longitude ?? null}, now(), now(), true, now(), ${claimSeconds}::int, ${closeSeconds}::int,
      ${due(claimSeconds)}, ${due(closeSeconds)}, ${due(claimSeconds)}, ${details}::jsonb)
    ON CONFLICT DO NOTHING RETURNING id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  await sql`
    WITH named AS (UPDATE alarms SET subject = -id WHERE id = ${id}),
    claim AS (INSERT INTO alarm_claims (subject) VALUES (${-id})),
    steps AS (
      INSERT INTO alarm_escalation_steps (alarm_id, position, due_at, of, step)
      SELECT ${id}::bigint, step.place - 1, now() + (step.data ->> 'afterSeconds')::int * interval '1 second', step.data ->> 'of', step.data
      FROM alarm_escalations AS e, jsonb_array_elements(e.steps) WITH ORDINALITY AS step (data, place)
      WHERE e.is_default AND e.retired_at IS NULL
    )
    INSERT INTO alarm_history (alarm_id, action, details) VALUES (${id}, 'open', ${details}::jsonb)`.execute(
    db,
  );
  return id;
}

function middleOf(cell: string, cellKm: number) {
  const [row = 0, column = 0] = cell.split(':').map(Number);
  const latitude = ((row + 0.5) * cellKm) / 111.32;
  return { latitude, longitude: ((column + 0.5) * cellKm) / (111.32 * Math.cos((latitude * Math.PI) / 180)) };
}

/**
 * Devices join a fault that is open; one that came back and is silent again is silent there again. Those who talked
 * after it opened stay out where `heardBefore` says so: their silence has another reason. How many joined.
 */
export async function joinDevices(
  db: Kysely<Schema>,
  faultId: number,
  deviceIds: readonly number[],
  {
    isOpening = false,
    heardBefore = false,
  }: { readonly isOpening?: boolean; readonly heardBefore?: boolean } = {},
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH joined AS (
      INSERT INTO alarm_mass_devices AS m (alarm_id, device_id, device_name, silent_since)
      SELECT a.id, d.id, d.name, s.last_update
      FROM alarms AS a, devices AS d JOIN device_state AS s ON s.device_id = d.id
      WHERE a.id = ${faultId} AND a.closed_at IS NULL AND d.id = ANY(${deviceIds}::int[]) AND s.overdue_at <= now()
        AND NOT EXISTS (SELECT FROM alarm_mass_devices AS told WHERE told.device_id = d.id AND told.silent_since >= s.last_update)
        ${heardBefore ? sql`AND s.last_update <= a.opened_at` : sql``}
      ON CONFLICT (alarm_id, device_id) DO UPDATE SET silent_since = excluded.silent_since, back_at = NULL, joined_at = now()
      RETURNING device_id, silent_since
    ), counted AS (
      SELECT count(*)::int AS count, min(silent_since) AS first, max(silent_since) AS last, jsonb_agg(device_id) AS ids FROM joined
    ), changed AS (
      UPDATE alarms AS a SET version = a.version + 1, last_joined_at = now(),
        first_event_at = least(CASE WHEN NOT ${isOpening}::boolean THEN a.first_event_at END, counted.first),
        last_event_at = greatest(CASE WHEN NOT ${isOpening}::boolean THEN a.last_event_at END, counted.last)
      FROM counted WHERE a.id = ${faultId} AND counted.count > 0
    ), lines AS (
      INSERT INTO alarm_history (alarm_id, action, details)
      SELECT ${faultId}::bigint, 'join', jsonb_build_object('deviceIds', ids) FROM counted WHERE count > 0
    )
    SELECT count FROM counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Silence, or what makes it. */
const silenceTypes = ['deviceInactive', 'deviceUnknown', 'deviceOffline', 'suspectedJamming'];
const isSilence = sql`(a.event_type = ANY(${silenceTypes}::text[])
  OR 'jamming' = ANY(string_to_array(replace(coalesce(a.alarm, ''), ' ', ''), ',')))`;

/** Whether an event of this kind can join a mass fault; the same in JavaScript. */
export const maySilence = ({
  type,
  label,
}: {
  readonly type: string;
  readonly label: string | null;
}): boolean => silenceTypes.includes(type) || alarmsOf(label).includes('jamming');

/**
 * The silence and jamming alarms of devices of open mass faults join these, from those on that opened in their window. One
 * that nobody holds closes by it; who holds one sees what it belongs to. What is being changed just now joins at the next
 * look. Returns the alarms, and those that closed.
 */
export async function joinAlarms(
  db: Kysely<Schema>,
  { windowMinutes, deviceIds }: { readonly windowMinutes: number; readonly deviceIds?: readonly number[] },
): Promise<readonly { readonly id: number; readonly isClosed: boolean }[]> {
  const only: RawBuilder<unknown> = deviceIds ? sql`AND m.device_id = ANY(${deviceIds}::int[])` : sql``;
  const { rows } = await sql<{ id: number; isClosed: boolean }>`${prepared}
    WITH due AS MATERIALIZED (
      SELECT a.id, a.subject, f.id AS fault_id
      FROM alarms AS f JOIN alarm_mass_devices AS m ON m.alarm_id = f.id AND m.back_at IS NULL
      JOIN alarms AS a ON a.device_id = m.device_id AND a.closed_at IS NULL AND a.kind = 'event'
      WHERE f.kind = 'massFault' AND f.closed_at IS NULL AND a.mass_fault_id IS NULL AND ${isSilence}
        AND a.opened_at >= least(m.silent_since, f.opened_at - ${windowMinutes}::int * interval '1 minute') ${only}
    ), free AS MATERIALIZED (
      SELECT subject FROM alarm_claims WHERE subject IN (SELECT subject FROM due) AND user_id IS NULL
      ORDER BY subject FOR UPDATE SKIP LOCKED
    ), meant AS MATERIALIZED (
      SELECT a.id, due.subject, due.fault_id FROM due JOIN alarms AS a ON a.id = due.id
      WHERE a.closed_at IS NULL ORDER BY a.id FOR UPDATE OF a SKIP LOCKED
    ), changed AS (
      UPDATE alarms AS a SET version = a.version + 1, mass_fault_id = fault_id,
        closed_at = CASE WHEN is_free THEN now() END,
        outcome_id = CASE WHEN is_free THEN o.id END, outcome_name = CASE WHEN is_free THEN o.name END
      FROM (SELECT meant.*, subject IN (SELECT subject FROM free) AS is_free FROM meant) AS judged, alarm_outcomes AS o
      WHERE a.id = judged.id AND o.key = 'joined' RETURNING a.id, fault_id, is_free AS is_closed
    ), lines AS (
      INSERT INTO alarm_history (alarm_id, action, details)
      SELECT id, CASE WHEN is_closed THEN 'close' ELSE 'join' END, jsonb_build_object('massFaultId', fault_id, 'outcome', ${massFaultNames.theirs}::text)
      FROM changed
    )
    SELECT id, is_closed AS "isClosed" FROM changed`.execute(db);
  return rows;
}

/** Devices of open faults that were heard again, or were removed. The faults. */
export async function noteBack(db: Kysely<Schema>): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH heard AS MATERIALIZED (
      SELECT m.alarm_id, m.device_id, coalesce(s.last_update, now()) AS at
      FROM alarms AS f JOIN alarm_mass_devices AS m ON m.alarm_id = f.id AND m.back_at IS NULL
      LEFT JOIN devices AS d ON d.id = m.device_id LEFT JOIN device_state AS s ON s.device_id = d.id
      WHERE f.kind = 'massFault' AND f.closed_at IS NULL AND (s.last_update > m.silent_since OR d.id IS NULL)
    ), back AS (
      UPDATE alarm_mass_devices AS m SET back_at = heard.at FROM heard
      WHERE m.alarm_id = heard.alarm_id AND m.device_id = heard.device_id
      RETURNING m.alarm_id, m.device_id
    ), changed AS (
      UPDATE alarms SET version = version + 1 WHERE id IN (SELECT alarm_id FROM back)
    ), lines AS (
      INSERT INTO alarm_history (alarm_id, action, details)
      SELECT alarm_id, 'back', jsonb_build_object('deviceIds', jsonb_agg(device_id)) FROM back GROUP BY alarm_id
    )
    SELECT DISTINCT alarm_id AS id FROM back`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ends faults of which enough are back, whoever holds them; once. Returns them. */
export async function endFaults(db: Kysely<Schema>, backPercent: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH due AS MATERIALIZED (
      SELECT f.id, f.subject FROM alarms AS f
      WHERE f.kind = 'massFault' AND f.closed_at IS NULL AND (
        SELECT 100 * count(m.back_at) >= ${backPercent}::int * count(*) AND count(*) > 0
        FROM alarm_mass_devices AS m WHERE m.alarm_id = f.id)
    ), claims AS MATERIALIZED (
      -- in the order of every act: the claim, then the alarm; what a person changes just now waits for the next look
      SELECT subject FROM alarm_claims WHERE subject IN (SELECT subject FROM due) ORDER BY subject FOR UPDATE SKIP LOCKED
    ), changed AS (
      UPDATE alarms AS f SET version = f.version + 1, normalised_at = now(), closed_at = now(), outcome_id = o.id,
        outcome_name = o.name, held_until = NULL, hold_reason = NULL, paused_at = NULL,
        close_due_at = f.close_due_at + coalesce(now() - f.paused_at, interval '0')
      FROM due JOIN claims USING (subject), alarm_outcomes AS o
      WHERE f.id = due.id AND f.closed_at IS NULL AND o.key = 'normalised' RETURNING f.id, f.subject
    ), freed AS (
      UPDATE alarm_claims SET ${freedColumns}
      WHERE subject IN (SELECT subject FROM changed)
    ), lines AS (INSERT INTO alarm_history (alarm_id, action) SELECT id, 'normalise' FROM changed)
    SELECT id FROM changed`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Alarms that joined faults which ended by themselves, of vehicles that did not come back: they are open again, as new
 * ones, since nobody has looked at them. Their numbers.
 */
export async function reopenLeft(
  db: Kysely<Schema>,
  faultIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH left_over AS MATERIALIZED (
      SELECT DISTINCT ON (a.device_id, a.rule_id) a.*
      FROM alarms AS a JOIN alarm_mass_devices AS m ON m.alarm_id = a.mass_fault_id AND m.device_id = a.device_id AND m.back_at IS NULL
      JOIN alarm_outcomes AS o ON o.id = a.outcome_id AND o.key = 'joined'
      WHERE a.mass_fault_id = ANY(${faultIds}::bigint[]) AND a.closed_at IS NOT NULL
      ORDER BY a.device_id, a.rule_id, a.id DESC
    ), opened AS (
      INSERT INTO alarms (kind, subject, rule_id, rule_name, severity, device_id, device_name, plate, category, customer_id,
        customer_name, latitude, longitude, address, event_type, alarm, first_event_at, last_event_at, event_count, late, siren,
        sounds_at, claim_seconds, close_seconds, claim_due_at, close_due_at, due_at, requires_note, steps,
        procedure_id, procedure_version, mass_fault_id)
      SELECT kind, subject, rule_id, rule_name, severity, device_id, device_name, plate, category, customer_id,
        customer_name, latitude, longitude, address, event_type, alarm, first_event_at, last_event_at, event_count, late, siren,
        CASE WHEN siren THEN now() END, claim_seconds, close_seconds, now() + claim_seconds * interval '1 second',
        now() + close_seconds * interval '1 second', now() + claim_seconds * interval '1 second', requires_note, steps,
        procedure_id, procedure_version, mass_fault_id
      FROM left_over ON CONFLICT DO NOTHING RETURNING id, device_id, rule_id, mass_fault_id
    ), steps AS (
      INSERT INTO alarm_escalation_steps (alarm_id, position, due_at, of, step)
      SELECT opened.id, s.position, now() + (s.step ->> 'afterSeconds')::int * interval '1 second', s.of, s.step
      FROM opened JOIN left_over USING (device_id, rule_id) JOIN alarm_escalation_steps AS s ON s.alarm_id = left_over.id
    ), lines AS (
      INSERT INTO alarm_history (alarm_id, action, details)
      SELECT id, 'open', jsonb_build_object('count', 1, 'massFaultId', mass_fault_id) FROM opened
    )
    SELECT id FROM opened`.execute(db);
  return rows.map(({ id }) => id);
}
