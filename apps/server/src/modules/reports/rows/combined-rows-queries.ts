import { sql } from 'kysely';
import type { ReportDatabase } from './report-database-queries.ts';
import type { ReportRequest } from './report-request.ts';
import type { Presenters } from './stored-rows-queries.ts';

/**
 * For each device that reported in the period: its way as points, longitude first, the events that have a position, and
 * these positions; as JSON with commas between, a device at a time.
 */
export async function* combinedRows(
  database: ReportDatabase,
  { deviceIds, fromMs, toMs }: ReportRequest,
  { positionColumns, eventColumns, compile }: Presenters,
): AsyncGenerator<string> {
  const [from, to] = [new Date(fromMs), new Date(toMs)];
  for (const deviceId of deviceIds) {
    const { sql: text, parameters } = compile(sql`
      SELECT json_build_object(
        'deviceId', ${deviceId}::integer,
        'route', (
          SELECT coalesce(json_agg(json_build_array(longitude, latitude) ORDER BY fix_time, id), '[]')
          FROM positions WHERE device_id = ${deviceId} AND fix_time BETWEEN ${from} AND ${to}),
        'events', coalesce(json_agg(reported.event ORDER BY reported.event_time, reported.id), '[]'),
        'positions', (
          SELECT coalesce(json_agg(row_to_json(shown) ORDER BY p.fix_time, p.id), '[]')
          FROM positions AS p, LATERAL (${positionColumns}) AS shown
          WHERE p.device_id = ${deviceId} AND p.fix_time BETWEEN ${from} AND ${to}
            AND p.id = ANY(array_agg(reported.position_id)))
      )::text AS json
      FROM (
        SELECT row_to_json(shown) AS event, e.event_time, e.id, e.position_id
        FROM events AS e JOIN devices AS d ON d.id = e.device_id, LATERAL (${eventColumns}) AS shown
        WHERE e.device_id = ${deviceId} AND e.event_time BETWEEN ${from} AND ${to} AND e.position_id IS NOT NULL
      ) AS reported`);
    const row = await database.read(async (client) => {
      const { rows } = await client.query<{ json: string }>(text, [...parameters]);
      return rows[0];
    });
    if (row && !isEmpty(row.json)) yield row.json;
  }
}

const isEmpty = (json: string) => /"route" : \[\], "events" : \[\]/.test(json);
