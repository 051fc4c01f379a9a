/** An alarm's row as the contract has it, and who sees it: SQL that the modules of the desk share. */
import { alarmSeverities } from '@atalaia/contract/desk/alarm';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';
import { readIds } from '../queries/read-ids.ts';
import { isoTime } from '../queries/sql-fragments.ts';
import { seesDevice, seesDeviceByKey, someSeenDevices, type Viewer } from './visible.ts';
import { watchersOfDevices } from './watchers.ts';

/** A severity's word by its number. */
export const severityWord = (column: string) =>
  sql`(${[...alarmSeverities]}::text[])[${sql.ref(column)} + 1]`;

/** Its state, over `alarms AS a` and `alarm_claims AS c`. */
export const alarmState = sql`CASE WHEN a.closed_at IS NOT NULL THEN 'closed' WHEN a.pending_until IS NOT NULL THEN 'pending'
  WHEN c.user_id IS NULL THEN 'waiting' WHEN a.held_until IS NOT NULL THEN 'held' ELSE 'claimed' END`;

const open = (value: RawBuilder<unknown>) => sql`CASE WHEN a.closed_at IS NULL THEN ${value} END`;

/** Of a mass fault's vehicles those that the viewer sees; all of them for an administrator, or without a viewer. */
const seenOf = (
  viewer: Viewer | undefined,
  condition: RawBuilder<unknown>,
) => sql`CASE WHEN a.kind = 'massFault' THEN (
    SELECT count(*) FROM alarm_mass_devices AS m
    ${!viewer || viewer.administrator ? sql`WHERE true` : sql`JOIN devices AS d ON d.id = m.device_id WHERE ${seesDevice(viewer)}`}
      AND m.alarm_id = a.id AND ${condition}) ELSE 0 END`;

/** The fields of the contract's Alarm as the viewer may know them, over `alarms AS a` and its claim `c`. */
export const alarmColumns = (viewer: Viewer | undefined) => sql`
  a.id, a.version, a.kind, ${severityWord('a.severity')} AS severity, ${alarmState} AS state,
  coalesce(a.rule_id, 0) AS "ruleId", a.rule_name AS "ruleName", a.event_type AS "eventType", a.alarm,
  a.call_reason AS "callReason", ${isoTime('a.duress_at')} AS "duressAt", coalesce(a.device_id, 0) AS "deviceId", a.device_name AS "deviceName", a.plate, a.category,
  coalesce(a.customer_id, 0) AS "customerId", a.customer_name AS "customerName", a.latitude, a.longitude, a.address,
  ${isoTime('a.opened_at')} AS "openedAt", ${isoTime('a.first_event_at')} AS "firstEventAt",
  ${isoTime('a.last_event_at')} AS "lastEventAt", a.event_count AS "eventCount",
  a.mass_fault AS "massFault", ${seenOf(viewer, sql`true`)} AS "deviceCount",
  ${seenOf(viewer, sql`m.back_at IS NOT NULL`)} AS "deviceBackCount",
  a.late, ${isoTime('a.normalised_at')} AS "normalisedAt",
  (SELECT to_char(max(silence.until) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM silences AS silence
    WHERE silence.ended_at IS NULL AND silence.until > now()
      AND (silence.device_id = a.device_id OR silence.customer_id = a.customer_id)) AS "silencedUntil",
  ${isoTime('a.claim_due_at')} AS "claimDueAt", ${isoTime('a.close_due_at')} AS "closeDueAt", ${isoTime('a.due_at')} AS "dueAt",
  CASE WHEN c.user_id IS NULL AND a.closed_at IS NULL THEN 'claim' ELSE 'close' END AS "dueFor",
  ${isoTime('a.paused_at')} AS "pausedAt", a.siren, ${isoTime('a.sounds_at')} AS "soundsAt",
  coalesce(${open(sql`c.user_id`)}, 0) AS "holderId", ${open(sql`c.user_name`)} AS "holderName",
  ${open(isoTime('c.claimed_at'))} AS "claimedAt", ${open(isoTime('c.asked_at'))} AS "askedAt",
  ${isoTime('a.held_until')} AS "heldUntil", a.hold_reason AS "holdReason", coalesce(a.team_id, 0) AS "teamId",
  (SELECT name FROM desk_teams WHERE desk_teams.id = a.team_id) AS "teamName", a.mass_fault_id AS "massFaultId",
  jsonb_array_length(a.steps) AS "openSteps", coalesce(a.outcome_id, 0) AS "outcomeId", a.outcome_name AS "outcomeName",
  ${isoTime('a.closed_at')} AS "closedAt", a.closed_by_name AS "closedBy"`;

/** With the claim of the vehicle: joined by its key, since how many are held is nothing that statistics keep up with. */
export const claimedAlarms = sql`alarms AS a LEFT JOIN alarm_claims AS c ON c.subject = a.subject`;

/** With the device too, for `seesAlarm`. */
export const alarmsFrom = sql`${claimedAlarms} LEFT JOIN devices AS d ON d.id = a.device_id`;

/**
 * Whether a person of the desk sees the alarm `a` of the device `d`; one about no vehicle he does, a mass fault by any of
 * its own. For a look at very many: else `seesAlarmByKey`.
 */
export function seesAlarm(viewer: Viewer): RawBuilder<unknown> {
  if (viewer.administrator) return sql`true`;
  const sees = seesDevice(viewer);
  return sql`CASE WHEN a.device_id IS NOT NULL THEN d.id IS NOT NULL AND ${sees}
    WHEN a.kind = 'massFault' THEN EXISTS (
      SELECT FROM alarm_mass_devices AS m JOIN devices AS d ON d.id = m.device_id WHERE m.alarm_id = a.id AND ${sees})
    ELSE true END`;
}

/** Whether a message about the alarm `a` may go to the person `u` (at that time): one of the desk, in force, who sees it. */
export const mayBeNotifiedOfAlarm = (now: string | RawBuilder<unknown>) => sql`(NOT u.disabled
  AND (u.expiration_time IS NULL OR u.expiration_time > ${now}::timestamptz) AND (u.administrator OR u.desk_role <> 'none')
  AND (a.device_id IS NULL AND a.kind <> 'massFault' OR EXISTS (SELECT FROM (${watchersOfDevices(sql`CASE
    WHEN a.kind = 'massFault' THEN ARRAY(SELECT m.device_id FROM alarm_mass_devices AS m WHERE m.alarm_id = a.id)
    ELSE ARRAY[a.device_id] END`)}) AS w WHERE w.id = u.id)))`;

/**
 * The same for one alarm `a` after another, as a walk along an index meets them; it needs no join, and `seenGroups` in the
 * WITH RECURSIVE of the statement.
 */
export function seesAlarmByKey(viewer: Viewer): RawBuilder<unknown> {
  if (viewer.administrator) return sql`true`;
  const sees = seesDeviceByKey(viewer);
  return sql`CASE WHEN a.device_id IS NOT NULL THEN (SELECT ${sees} FROM devices AS d WHERE d.id = a.device_id) IS TRUE
    WHEN a.kind = 'massFault' THEN EXISTS (
      SELECT FROM alarm_mass_devices AS m JOIN devices AS d ON d.id = m.device_id WHERE m.alarm_id = a.id AND ${sees})
    ELSE true END`;
}

/** Who sees at most so many devices finds his alarms from these; anybody else by looking at one alarm after another. */
const fewDevices = 1_000;

/** Which open alarms a person of the desk sees, as `seesAlarmByKey` says it, found from his devices where these are few. */
export async function seesOpenAlarms(db: Kysely<Schema>, viewer: Viewer): Promise<RawBuilder<unknown>> {
  return (await sightOfOpenAlarms(db, viewer)).sees;
}

export interface AlarmSight {
  readonly sees: RawBuilder<unknown>;
  /** He sees so many devices that his alarms are counted by the places of their devices. */
  readonly isWide: boolean;
}

export async function sightOfOpenAlarms(db: Kysely<Schema>, viewer: Viewer): Promise<AlarmSight> {
  const sees = seesAlarmByKey(viewer);
  if (viewer.administrator) return { sees, isWide: false };
  const ids = await readIds(db, someSeenDevices(viewer, fewDevices + 1));
  if (ids.length > fewDevices) return { sees, isWide: true };
  // numbers below zero are of alarms about no vehicle, or about many
  return {
    sees: sql`(a.subject = ANY(${Array.from(ids)}::bigint[]) OR a.subject < 0) AND ${sees}`,
    isWide: false,
  };
}
