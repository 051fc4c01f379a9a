import type { Pool } from 'pg';
import { changedHoursOf } from '../../platform/db/changed-hours.ts';
import { wholeAttributes } from '../../queries/sql-fragments.ts';
import { rereadOf, withReread } from './odometer-scan-queries.ts';
import type { OdometerRow, RowKey } from './segments.ts';

type Database = Pick<Pool, 'query'>;

/** Before that, no key is. */
export const lowestDigest = '00000000-0000-0000-0000-000000000000';

/** The device's rows with an odometer behind a key, in order, up to a time; fewer than requested are the last. */
export async function readRows(
  db: Database,
  deviceId: number,
  behind: RowKey,
  toTime: string,
  most: number,
): Promise<readonly OdometerRow[]> {
  const { rows } = await db.query<OdometerRow>(
    `SELECT fix_time AS "fixTime", digest, (${wholeAttributes('attributes')} ->> 'odometer')::float8 AS metres,
       (${rereadOf('attributes')})::float8 AS "rereadMetres", total_distance AS "wayMetres"
     FROM positions
     WHERE device_id = $1 AND fix_time >= $2 AND (fix_time, digest) > ($2, $3) AND fix_time <= $4
       AND protocol = 'suntech' AND json_typeof(${wholeAttributes('attributes')} -> 'odometer') = 'number'
     ORDER BY fix_time, digest LIMIT $5`,
    [deviceId, behind.fixTime, behind.digest, toTime, most],
  );
  return rows;
}

export interface Mended {
  readonly rows: number;
  /** The last row that was looked at; undefined when it is the segment's last. */
  readonly upTo: RowKey | undefined;
}

/** Mends the rows in doubt of one segment, from a key on, among so many rows; in a transaction of its own. */
export async function mendRows(
  db: Database,
  deviceId: number,
  from: RowKey,
  to: RowKey,
  most: number,
): Promise<Mended> {
  const { rows } = await db.query<RowKey & { mended: number; looked: number }>(
    `WITH page AS MATERIALIZED (
       SELECT fix_time, digest FROM positions
       WHERE device_id = $1 AND fix_time >= $2 AND fix_time <= $4
         AND (fix_time, digest) >= ($2, $3) AND (fix_time, digest) <= ($4, $5)
       ORDER BY fix_time, digest LIMIT $6
     ), upto AS MATERIALIZED (
       SELECT fix_time, digest FROM page ORDER BY fix_time DESC, digest DESC LIMIT 1
     ), mended AS (
       UPDATE positions AS p SET attributes = ${withReread('p.attributes', rereadOf('p.attributes'))} FROM upto
       WHERE p.device_id = $1 AND p.fix_time >= $2 AND p.fix_time <= upto.fix_time
         AND (p.fix_time, p.digest) >= ($2, $3) AND (p.fix_time, p.digest) <= (upto.fix_time, upto.digest)
         AND p.protocol = 'suntech' AND ${rereadOf('p.attributes')} IS NOT NULL
       RETURNING p.id, p.server_time
     ), noted AS (${changedHoursOf('mended')}
     ), counted AS (
       UPDATE odometer_repairs AS r SET mended = r.mended + (SELECT count(*) FROM mended) WHERE r.device_id = $1
     )
     SELECT (SELECT count(*) FROM mended)::int AS mended, (SELECT count(*) FROM page)::int AS looked,
       fix_time AS "fixTime", digest
     FROM upto`,
    [deviceId, from.fixTime, from.digest, to.fixTime, to.digest, most],
  );
  const [done] = rows;
  if (!done) return { rows: 0, upTo: undefined };
  const { mended, looked, fixTime, digest } = done;
  return { rows: mended, upTo: looked < most ? undefined : { fixTime, digest } };
}

/** The device's newest position as it is shown, when its row was mended. */
export async function mendShown(db: Database, deviceId: number): Promise<void> {
  const reread = rereadOf("(s.position -> 'attributes')");
  await db.query(
    `UPDATE device_state AS s SET position = ${withReread('s.position', reread)}
     WHERE s.device_id = $1 AND s.position ->> 'protocol' = 'suntech' AND ${reread} IS NOT NULL AND EXISTS (
       SELECT FROM positions AS p
       WHERE p.device_id = s.device_id AND p.fix_time = s.fix_time AND p.id = s.position_id
         AND p.attributes ->> 'odometer' = (${reread})::text
     )`,
    [deviceId],
  );
}

export interface WrongHighest {
  readonly metres: number;
  readonly rereadMetres: number;
}

/** The highest odometer that maintenances remember of the device, when it is one that was mended. */
export async function wrongHighest(db: Database, deviceId: number): Promise<WrongHighest | undefined> {
  const { rows } = await db.query<WrongHighest>(
    `SELECT h.metres, h.reread AS "rereadMetres"
     FROM odometer_repairs AS r JOIN device_state AS s USING (device_id), LATERAL (
       SELECT (s.memory -> 'highest' ->> 'odometer')::float8 AS metres,
         (${rereadOf("(s.memory -> 'highest')")})::float8 AS reread
     ) AS h
     WHERE device_id = $1 AND h.reread IS NOT NULL AND (
       SELECT coalesce(bool_or(reported.metres = h.reread), false) AND NOT coalesce(bool_or(reported.metres = h.metres), false)
       FROM positions AS p, LATERAL (SELECT (${wholeAttributes('p.attributes')} ->> 'odometer')::float8 AS metres) AS reported
       WHERE p.device_id = $1 AND p.fix_time BETWEEN r.first_time AND r.last_time AND p.protocol = 'suntech'
         AND json_typeof(${wholeAttributes('p.attributes')} -> 'odometer') = 'number'
     )`,
    [deviceId],
  );
  return rows[0];
}
