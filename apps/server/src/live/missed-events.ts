import type { Pool } from 'pg';
import type { LiveFragment } from '../bus/bus.ts';

/** As many as a screen's list holds (SHELL-09). */
const mostEvents = 200;
/** A gap longer than this is no gap but an absence. */
const longestGapMs = 24 * 3_600_000;
/** Commits and clocks of the two ends may differ by this; a client knows which events it has. */
const overlapMs = 5_000;

const text = `
  WITH recent AS MATERIALIZED (SELECT * FROM events WHERE server_time >= now() - $1 * interval '1 millisecond')
  SELECT e.device_id AS "deviceId", json_build_object(
    'id', e.id, 'deviceId', e.device_id, 'type', e.type, 'name', d.name,
    'eventTime', to_char(e.event_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'serverTime', to_char(e.server_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'positionId', coalesce(e.position_id, 0), 'geofenceId', coalesce(e.geofence_id, 0),
    'maintenanceId', coalesce(e.maintenance_id, 0), 'attributes', e.attributes)::text AS json
  FROM recent e JOIN devices d ON d.id = e.device_id
  WHERE e.device_id = ANY($2::int[]) AND e.handled_at IS NULL
  ORDER BY e.id DESC LIMIT ${mostEvents}`;

/** Reads what happened to these devices while a client was away, oldest first (WS-02). */
export type ReadMissedEvents = (
  deviceIds: ArrayLike<number>,
  gapMs: number,
) => Promise<readonly LiveFragment[]>;

export function missedEventsFrom(pool: Pool): ReadMissedEvents {
  return async (deviceIds, gapMs) => {
    const sinceMs = Math.min(gapMs, longestGapMs) + overlapMs;
    const { rows } = await pool.query<LiveFragment>({ text, values: [sinceMs, Array.from(deviceIds)] });
    return rows.reverse();
  };
}

/** `gapMs` of the socket's address: how long a client that connects again has heard nothing; undefined for a new one. */
export function gapOf(url: URL): number | undefined {
  const said = url.searchParams.get('gapMs');
  return said !== null && /^\d{1,12}$/.test(said) ? Number(said) : undefined;
}
