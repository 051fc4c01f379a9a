import { type Kysely, sql } from 'kysely';
import type { LiveFragment, StoredPosition } from '../../platform/bus/bus.ts';
import { changedHoursOf } from '../../platform/db/changed-hours.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime, isoTimeOf, isPacked, unpacked, wholeNetwork } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';

// A stored position as the contract describes it, written as JSON by PostgreSQL: the one place that maps its row.

/**
 * The attributes of a row. Its JSON has those that are no columns; a row of a release before, or of another system, has
 * all of them there, and `motion` with them. What an attribute holds, or is called, cannot look like that key: its quotes
 * are escaped.
 */
const attributes = sql`
  CASE WHEN p.motion IS NULL OR strpos(p.attributes::text, ',"motion":') > 0
    OR starts_with(p.attributes::text, '{"motion":') THEN p.attributes ELSE (
    '{"motion":' || p.motion || coalesce(',"type":' || to_json(p.type)::text, '') ||
    coalesce(',"ignition":' || p.ignition, '') ||
    coalesce(',"distance":' || p.distance || ',"totalDistance":' || p.total_distance || ',"hours":' || p.hours, '') ||
    CASE WHEN ${sql.raw(isPacked('p.attributes'))} THEN ',' || ${sql.raw(unpacked('p.attributes'))}
      WHEN p.attributes::text = '{}' THEN '}' ELSE ',' || substr(p.attributes::text, 2) END
  )::json END`;

/** A SELECT over `positions AS p`. */
export const positionColumns = sql`
  SELECT p.id, p.device_id AS "deviceId", p.protocol, p.type, ${isoTime('p.server_time')} AS "serverTime",
    ${isoTimeOf(sql`coalesce(p.device_time, p.fix_time)`)} AS "deviceTime", ${isoTime('p.fix_time')} AS "fixTime", p.outdated, p.valid,
    p.latitude, p.longitude, p.altitude, p.speed, p.course, p.accuracy, p.address, ${sql.raw(wholeNetwork('p.network'))} AS network,
    p.geofence_ids AS "geofenceIds", ${attributes} AS attributes`;

/** The last position of each of these devices that ever had one. */
export async function lastPositionsOf(db: Kysely<Schema>, deviceIds: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(position::text, ',' ORDER BY device_id), '') AS json FROM device_state
    WHERE device_id = ANY(${deviceIds}::integer[]) AND position IS NOT NULL`.execute(db);
  return rows[0]?.json ?? '';
}

/** Positions by number, of visible devices only. */
export async function positionsById(
  db: Kysely<Schema>,
  viewer: Viewer,
  ids: readonly number[],
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY p.fix_time, p.id), '') AS json
    FROM ${visibleDevices(viewer)} JOIN positions AS p ON p.device_id = d.id, LATERAL (${positionColumns}) AS shown
    WHERE p.id = ANY(${ids}::bigint[])`.execute(db);
  return rows[0]?.json ?? '';
}

/** Positions by number, those that still exist, in the order of their numbers; whether they may be seen is asked before. */
export async function positionFragments(
  db: Kysely<Schema>,
  stored: readonly StoredPosition[],
): Promise<readonly LiveFragment[]> {
  const times = stored.map(({ position }) => position.fixTimeMs);
  // the times spare looking into every month's partition
  const { rows } = await sql<LiveFragment>`
    SELECT p.device_id AS "deviceId", row_to_json(shown)::text AS json
    FROM positions AS p, LATERAL (${positionColumns}) AS shown
    WHERE p.id = ANY(${stored.map(({ id }) => id)}::bigint[])
      AND p.device_id = ANY(${[...new Set(stored.map(({ deviceId }) => deviceId))]}::integer[])
      AND p.fix_time BETWEEN ${new Date(Math.min(...times) - 1).toISOString()} AND ${new Date(Math.max(...times) + 1).toISOString()}
    ORDER BY p.id`.execute(db);
  return rows;
}

/** Where a piece of a track ended; the next begins behind it. */
export interface TrackPlace {
  readonly fixTime: string;
  readonly id: number;
}

export interface TrackRange {
  readonly deviceId: number;
  /** ISO 8601, both included, by fix time. */
  readonly from: string;
  readonly to: string;
}

const positionsPerPiece = 500;

/** The next piece of a device's track, in order, and where it ended; nothing more when there is no end. */
export async function trackPiece(
  db: Kysely<Schema>,
  { deviceId, from, to }: TrackRange,
  after: TrackPlace | undefined,
): Promise<{ json: string; end: TrackPlace | undefined }> {
  const behind = after
    ? sql`p.fix_time >= ${after.fixTime} AND (p.fix_time, p.id) > (${after.fixTime}, ${after.id})`
    : sql`p.fix_time >= ${from}`;
  const { rows } = await sql<{ json: string; fixTime: string; id: number }>`
    SELECT row_to_json(shown)::text AS json, p.fix_time::text AS "fixTime", p.id
    FROM positions AS p, LATERAL (${positionColumns}) AS shown
    WHERE p.device_id = ${deviceId} AND ${behind} AND p.fix_time <= ${to}
    ORDER BY p.fix_time, p.id LIMIT ${positionsPerPiece}`.execute(db);
  const last = rows.length === positionsPerPiece ? rows.at(-1) : undefined;
  return {
    json: rows.map(({ json }) => json).join(','),
    end: last && { fixTime: last.fixTime, id: last.id },
  };
}

/** Visible devices with positions in a period, by name; undefined where these are more than so many. */
export async function devicesReporting(
  db: Kysely<Schema>,
  viewer: Viewer,
  { from, to }: Omit<TrackRange, 'deviceId'>,
  most: number,
): Promise<readonly number[] | undefined> {
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT d.id, count(*) FROM (
      SELECT d.id, d.name FROM ${visibleDevices(viewer)} JOIN positions AS p ON p.device_id = d.id
      WHERE p.fix_time BETWEEN ${from} AND ${to} LIMIT ${most + 1}
    ) AS d GROUP BY d.id, d.name ORDER BY d.name COLLATE "pt-BR-x-icu", d.id`.execute(db);
  const total = rows.reduce((sum, { count }) => sum + Number(count), 0);
  return total > most ? undefined : rows.map(({ id }) => id);
}

/** Deletes what a device sent in a period but its last position, and marks the hours of travel that change. Returns how many. */
export async function deletePositions(
  db: Kysely<Schema>,
  { deviceId, from, to }: TrackRange,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH deleted AS (
      DELETE FROM positions AS p WHERE p.device_id = ${deviceId} AND p.fix_time BETWEEN ${from} AND ${to}
        AND p.id IS DISTINCT FROM (SELECT s.position_id FROM device_state AS s WHERE s.device_id = ${deviceId})
        AND p.id IN (
          SELECT id FROM positions WHERE device_id = ${deviceId} AND fix_time BETWEEN ${from} AND ${to} LIMIT ${most + 1})
      RETURNING p.fix_time, p.server_time
    ), noted AS (${sql.raw(changedHoursOf('deleted'))}
    ), dirty AS (
      INSERT INTO dirty_hours (device_id, hour)
      SELECT DISTINCT ${deviceId}::integer, date_trunc('hour', fix_time, 'UTC') FROM deleted
    )
    SELECT count(*) FROM deleted`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
