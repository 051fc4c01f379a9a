import type { GeofenceVisit } from '@atalaia/contract/reports/report-rows';
import { inPiecesOf, readAhead } from '../../../queries/read-ahead.ts';
import type { ReportDatabase } from './report-database-queries.ts';
import { readDevices } from './report-devices.ts';
import type { ReportRequest } from './report-request.ts';

const devicesPerPiece = 100;

/**
 * One row a stay: positions in a row that lay in the geofence by the rules when they came. Positions that are not valid
 * say nothing of where the device was, and do not end a stay.
 */
const visits = `
  WITH track AS (
    SELECT fix_time, geofence_ids, row_number() OVER (ORDER BY fix_time, id) AS place
    FROM positions WHERE device_id = $1 AND valid AND fix_time BETWEEN $2 AND $3
  ), inside AS (
    SELECT one.value::integer AS "geofenceId", track.fix_time,
      track.place - row_number() OVER (PARTITION BY one.value ORDER BY track.place) AS stay
    FROM track, jsonb_array_elements_text(track.geofence_ids::jsonb) AS one (value)
    WHERE track.geofence_ids IS NOT NULL
  )
  SELECT inside."geofenceId", g.name AS "geofenceName", min(inside.fix_time) AS "startTime",
    max(inside.fix_time) AS "endTime"
  FROM inside LEFT JOIN geofences AS g ON g.id = inside."geofenceId"
  WHERE inside."geofenceId" = ANY($4::integer[])
  GROUP BY inside."geofenceId", g.name, inside.stay ORDER BY min(inside.fix_time), inside."geofenceId"`;

interface Visit {
  readonly geofenceId: number;
  readonly geofenceName: string | null;
  readonly startTime: string;
  readonly endTime: string;
}

/** Stays in geofences as JSON with commas between, a device at a time. */
export async function* geofenceRows(
  database: ReportDatabase,
  { deviceIds, fromMs, toMs, geofenceIds = [] }: ReportRequest,
): AsyncGenerator<string> {
  for (const ids of inPiecesOf(devicesPerPiece, deviceIds)) {
    const devices = await database.read((client) => readDevices(client, ids));
    yield* readAhead(devices, (device) =>
      database.read(async (client) => {
        const range = [new Date(fromMs), new Date(toMs)];
        const { rows } = await client.query<Visit>(visits, [device.id, ...range, geofenceIds]);
        return rows
          .map(({ geofenceId, geofenceName, startTime, endTime }): GeofenceVisit => {
            const duration = Date.parse(endTime) - Date.parse(startTime);
            const named = { deviceId: device.id, deviceName: device.name, geofenceId, geofenceName };
            return {
              ...named,
              startTime: new Date(startTime).toISOString(),
              endTime: new Date(endTime).toISOString(),
              duration,
            };
          })
          .map((row) => JSON.stringify(row))
          .join(',');
      }),
    );
  }
}
