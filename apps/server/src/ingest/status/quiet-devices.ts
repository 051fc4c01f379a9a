import { knotsFromKph } from '@atalaia/domain/units/units';
import type { Pool } from 'pg';
import type { IngestSettings } from '../ingest-settings.ts';
import type { LinkEntry, QuietEntry } from '../writer/entry.ts';

/** Below it a vehicle is looking for a place to park, where there often is no reception. */
const underWayKnots = knotsFromKph(20);

/** Who has been silent longer is out of use, not jammed. */
const longestSilence = '1 day';

/** After a start silence counts only after this, ms, or after the device's own time if shorter. */
const graceMs = 3_600_000;

/** A device is looked at this often at the latest, so that a shorter time that a person sets counts by then. */
const longestWait = '15 minutes';

/** What was found waits for its commit; should it never come, it is found again. */
const foundAgain = '1 minute';

/**
 * The process that last received from a device makes it unknown. A process that ended does not, so another one does it so much later, ms; it
 * must have listened for that time too.
 */
const afterOthersMs = 60_000;

/** Rows that are locked at a time, while positions of their devices wait. */
const mostAtOnce = 1_000;

/** A device's own attribute in seconds, else the server's. */
const secondsOf = (attribute: string, parameter: string) =>
  `CASE WHEN jsonb_typeof(d.attributes -> '${attribute}') = 'number'
     THEN (d.attributes ->> '${attribute}')::float8 ELSE ${parameter}::float8 END`;

/** How long silence lasts, as seconds, until what follows from it: whether it is so now, and when to look again. */
function judged(name: string, since: string, seconds: string, grace: string, mayFollow: string): string {
  const endsAt = `${since} + ${seconds} * interval '1 second'`;
  return `LATERAL (
    SELECT ${mayFollow} AS may, ${endsAt} AS ends_at, ${grace} - $2::float8 AS grace_left
  ) AS ${name}_when, LATERAL (
    SELECT coalesce(w.may AND w.ends_at < $1 AND w.grace_left <= 0, false) AS is_now,
      CASE WHEN ${seconds} <= 0 THEN NULL
        WHEN w.may IS NOT TRUE THEN $1 + ${seconds} * interval '1 second'
        WHEN w.ends_at >= $1 THEN w.ends_at
        WHEN w.grace_left > 0 THEN $1 + w.grace_left * interval '1 second'
        ELSE $1 + interval '${foundAgain}' END AS look_at
    FROM (SELECT ${name}_when.*) AS w
  ) AS ${name}`;
}

const notRaised = (event: string) => `coalesce(strpos((s.memory -> 'quiet')::text, '${event}'), 0) = 0`;
const isJudged = 'NOT d.disabled AND (d.expiration_time > $1) IS NOT FALSE AND s.position_id IS NOT NULL';
const inactive = judged(
  'inactive',
  's.fix_time',
  'own.inactive',
  `least(own.inactive, ${graceMs / 1000})`,
  `own.inactive > 0 AND ${isJudged} AND ${notRaised('deviceInactive')}`,
);
const jammed = judged(
  'jammed',
  's.last_update',
  'own.jammed',
  `least(own.jammed, ${graceMs / 1000})`,
  `own.jammed > 0 AND ${isJudged} AND ${notRaised('suspectedJamming')}
    AND s.last_update > $1 - interval '${longestSilence}'
    AND s.ignition AND s.speed >= ${underWayKnots} AND (s.memory ->> 'moving')::boolean`,
);
const unheard = judged('unheard', 's.last_update', '$5::float8', '$5::float8', `s.status = 'online'`);

/**
 * Looks at the devices whose time has come, and at no others: `look_at` says when a device could next be silent for long
 * enough, and is moved on in the same statement, so that of several processes one looks. A message can only make that
 * later, and what it lets follow again does so after a whole time from now.
 */
export const quietText = `
  WITH due AS MATERIALIZED (
    SELECT device_id FROM device_state WHERE look_at <= $1::timestamptz
    ORDER BY look_at LIMIT ${mostAtOnce} FOR UPDATE SKIP LOCKED
  ), seen AS MATERIALIZED (
    SELECT d.id, d.name, s.last_update, s.position_id, s.fix_time,
      inactive.is_now AS is_inactive, jammed.is_now AS is_jammed, unheard.is_now AS is_unheard,
      least(inactive.look_at, jammed.look_at, unheard.look_at, $1 + interval '${longestWait}') AS look_at
    FROM due JOIN device_state AS s USING (device_id) JOIN devices AS d ON d.id = s.device_id,
      LATERAL (SELECT ${secondsOf('inactivitySeconds', '$3')} AS inactive,
        ${secondsOf('jammingSeconds', '$4')} AS jammed) AS own,
      ${inactive}, ${jammed}, ${unheard}
  ), moved AS (
    UPDATE device_state AS s SET look_at = seen.look_at FROM seen WHERE s.device_id = seen.id
  )
  SELECT looked.count::int AS looked, seen.id, seen.name, seen.last_update AS "lastUpdate",
    seen.position_id AS "positionId", seen.fix_time AS "fixTime",
    is_inactive AS "isInactive", is_jammed AS "isJammed", is_unheard AS "isUnheard"
  FROM (SELECT count(*) FROM due) AS looked LEFT JOIN seen ON is_inactive OR is_jammed OR is_unheard`;

interface Row {
  readonly looked: number;
  readonly id: number | null;
  readonly name: string;
  readonly lastUpdate: string;
  readonly positionId: number;
  readonly fixTime: string;
  readonly isInactive: boolean;
  readonly isJammed: boolean;
  readonly isUnheard: boolean;
}

/**
 * Devices that became silent and whose event was not raised yet (`docs/events.md`): without a position for the time of
 * `inactivitySeconds`, or silent for `jammingSeconds` after they were under way; and those that count as online though
 * no process receives from them. `upMs` is how long this server listens.
 */
export async function findQuietDevices(
  pool: Pick<Pool, 'query'>,
  nowMs: number,
  upMs: number,
  { thresholds, statusTimeoutMs }: Pick<IngestSettings, 'thresholds' | 'statusTimeoutMs'>,
): Promise<readonly (QuietEntry | LinkEntry)[]> {
  const unheardMs = statusTimeoutMs + afterOthersMs;
  const seconds = [upMs, thresholds.inactiveMs, thresholds.jammingMs, unheardMs].map((ms) => ms / 1000);
  const values = [new Date(nowMs).toISOString(), ...seconds];
  const found: (QuietEntry | LinkEntry)[] = [];
  for (;;) {
    const { rows } = await pool.query<Row>({ name: 'ingest-quiet', text: quietText, values });
    for (const row of rows) if (row.id !== null) found.push(...entriesOf(row, row.id, nowMs));
    if ((rows[0]?.looked ?? 0) < mostAtOnce) return found;
  }
}

function entriesOf(row: Row, id: number, nowMs: number): (QuietEntry | LinkEntry)[] {
  const device = { id, name: row.name };
  const lastUpdateMs = Date.parse(row.lastUpdate);
  const entries: (QuietEntry | LinkEntry)[] = [];
  const raise = (event: QuietEntry['event']) => {
    const { positionId } = row;
    const fixTimeMs = Date.parse(row.fixTime);
    entries.push({ kind: 'quiet', event, device, receivedMs: nowMs, lastUpdateMs, positionId, fixTimeMs });
  };
  if (row.isInactive) raise('deviceInactive');
  if (row.isJammed) raise('suspectedJamming');
  if (row.isUnheard)
    entries.push({ kind: 'silent', device, receivedMs: nowMs, lastReceivedMs: lastUpdateMs });
  return entries;
}

/** These devices were edited, and with them perhaps the time after which they are silent: they are looked at next time. */
export async function lookAtAgain(pool: Pick<Pool, 'query'>, deviceIds: readonly number[]): Promise<void> {
  await pool.query(
    `UPDATE device_state AS s SET look_at = now() FROM (
       SELECT device_id FROM device_state WHERE device_id = ANY($1::int[]) AND look_at > now()
       ORDER BY device_id FOR UPDATE
     ) AS edited WHERE s.device_id = edited.device_id`,
    [deviceIds],
  );
}
