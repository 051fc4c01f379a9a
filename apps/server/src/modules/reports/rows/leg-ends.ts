import type { PoolClient } from 'pg';
import type { StoredPosition } from '../hours/stretches.ts';

/** What a trip's or stop's ends say beyond what is counted. */
export interface LegEnd {
  readonly id: number;
  readonly address: string | null;
  readonly driverUniqueId: string | null;
  readonly driverName: string | null;
}

/** By the number of the position. */
export async function readLegEnds(
  client: PoolClient,
  deviceId: number,
  positions: readonly StoredPosition[],
): Promise<ReadonlyMap<number, LegEnd>> {
  if (positions.length === 0) return new Map();
  const { rows } = await client.query<LegEnd>(
    `SELECT p.id, p.address, p.attributes ->> 'driverUniqueId' AS "driverUniqueId", r.name AS "driverName"
     FROM unnest($2::timestamptz[], $3::bigint[]) AS ends (at, id)
     JOIN positions AS p ON p.device_id = $1 AND p.fix_time = ends.at AND p.id = ends.id
     LEFT JOIN drivers AS r ON r.unique_id = p.attributes ->> 'driverUniqueId'`,
    [deviceId, positions.map(({ timeMs }) => new Date(timeMs)), positions.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
