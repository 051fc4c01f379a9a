import type { Pool } from 'pg';
import type { PositionFragment } from '../bus/bus.ts';

interface Row {
  readonly deviceId: number;
  readonly positionId: number;
  readonly fixTimeMs: number;
  readonly json: string;
}

const text = `
  SELECT device_id AS "deviceId", position_id::float8 AS "positionId", position::text AS json,
    floor(extract(epoch FROM fix_time) * 1000)::float8 AS "fixTimeMs"
  FROM device_state WHERE device_id = ANY($1::int[]) AND position IS NOT NULL`;

/** The last position of each device that ever had one, as the live channel sends it. */
export function lastPositionsFrom(pool: Pool) {
  return async (deviceIds: readonly number[]): Promise<readonly PositionFragment[]> => {
    const { rows } = await pool.query<Row>({ name: 'live-last-positions', text, values: [deviceIds] });
    return rows;
  };
}
