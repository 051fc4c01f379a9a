import { knotsFromKph } from '@atalaia/domain/units/units';
import type { Pool } from 'pg';
import type { Thresholds } from '../thresholds.ts';
import type { QuietEntry } from '../writer/entry.ts';

/** Below it a vehicle is looking for a place to park, where there often is no reception. */
const underWayKnots = knotsFromKph(20);

/** Who has been silent longer is out of use, not jammed. */
const longestSilence = '1 day';

/** After a start silence counts only after this, ms, or after the device's own time if shorter. */
const graceMs = 3_600_000;

/** A device's own attribute in seconds, else the server's. */
const secondsOf = (attribute: string, parameter: string) =>
  `CASE WHEN jsonb_typeof(d.attributes -> '${attribute}') = 'number'
     THEN (d.attributes ->> '${attribute}')::float8 ELSE ${parameter}::float8 END`;

const inactiveText = quietText('inactivitySeconds', 'deviceInactive', 's.fix_time');
const jammedText = `${quietText('jammingSeconds', 'suspectedJamming', 's.last_update')}
  AND s.last_update > $1::timestamptz - interval '${longestSilence}'
  AND s.ignition AND s.speed >= ${underWayKnots} AND (s.memory ->> 'moving')::boolean`;

function quietText(attribute: string, event: string, since: string): string {
  return `
  SELECT d.id, d.name, s.last_update AS "lastUpdate", s.position_id AS "positionId", s.fix_time AS "fixTime"
  FROM device_state s JOIN devices d ON d.id = s.device_id,
    LATERAL (SELECT ${secondsOf(attribute, '$2')} AS seconds) AS quiet
  WHERE NOT d.disabled AND s.position_id IS NOT NULL AND quiet.seconds > 0
    AND ${since} < $1::timestamptz - quiet.seconds * interval '1 second'
    AND $3::float8 >= least(quiet.seconds, ${graceMs / 1000})
    AND coalesce(strpos((s.memory -> 'quiet')::text, '${event}'), 0) = 0`;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly lastUpdate: string;
  readonly positionId: number;
  readonly fixTime: string;
}

/**
 * Devices that became silent and whose event was not raised yet (`docs/events.md`): without a position for the time of
 * `inactivitySeconds`, or silent for `jammingSeconds` after they were under way. `upMs` is how long this server listens.
 */
export async function findQuietDevices(
  pool: Pick<Pool, 'query'>,
  nowMs: number,
  upMs: number,
  server: Pick<Thresholds, 'inactiveMs' | 'jammingMs'>,
): Promise<readonly QuietEntry[]> {
  const look = async (text: string, event: QuietEntry['event'], serverMs: number) => {
    const values = [new Date(nowMs).toISOString(), serverMs / 1000, upMs / 1000];
    const { rows } = await pool.query<Row>(text, values);
    return rows.map(
      (row): QuietEntry => ({
        kind: 'quiet',
        event,
        device: { id: row.id, name: row.name },
        receivedMs: nowMs,
        lastUpdateMs: Date.parse(row.lastUpdate),
        positionId: row.positionId,
        fixTimeMs: Date.parse(row.fixTime),
      }),
    );
  };
  return [
    ...(await look(inactiveText, 'deviceInactive', server.inactiveMs)),
    ...(await look(jammedText, 'suspectedJamming', server.jammingMs)),
  ];
}
