/** Rows that are returned as they are stored: positions and events, written as JSON by PostgreSQL. */
import { type RawBuilder, sql } from 'kysely';
import { bearsAlarm } from '../../../queries/sql-fragments.ts';
import type { ReportDatabase } from './report-database-queries.ts';
import type { ReportRequest } from './report-request.ts';

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

/** What to write of a row, as the modules of these things present it. */
export interface Presenters {
  /** A SELECT over `positions AS p`. */
  readonly positionColumns: RawBuilder<unknown>;
  /** A SELECT over `events AS e` and `devices AS d`. */
  readonly eventColumns: RawBuilder<unknown>;
  /** The text and values of a query. */
  compile(query: RawBuilder<unknown>): { readonly sql: string; readonly parameters: readonly unknown[] };
}

/** Where a piece ended; the next begins behind it. */
interface Place {
  readonly at: string;
  readonly id: number;
}

const rowsPerPiece = 500;

/**
 * As JSON with commas between, device by device and in each by time. The rows of a piece are chosen before they are
 * written as JSON: what is behind the piece is never written.
 */
export async function* storedRows(
  database: ReportDatabase,
  request: ReportRequest,
  presenters: Presenters,
): AsyncGenerator<string> {
  const { kind } = request;
  const pieceOf = kind === 'events' ? eventPiece : kind === 'combined' ? placePiece : positionPiece;
  for (const deviceId of request.deviceIds) {
    let place: Place | undefined;
    do {
      const query = presenters.compile(pieceOf(deviceId, request, place, presenters));
      const rows = await database.read(async (client) => {
        const found = await client.query<Place & { json: string }>(query.sql, [...query.parameters]);
        return found.rows;
      });
      if (rows.length > 0) yield rows.map(({ json }) => json).join(',');
      // a position with several events is several rows
      place = rows.length >= rowsPerPiece ? rows.at(-1) : undefined;
    } while (place);
  }
}

function positionPiece(
  deviceId: number,
  { fromMs, toMs }: ReportRequest,
  after: Place | undefined,
  { positionColumns }: Presenters,
): RawBuilder<unknown> {
  return sql`
    SELECT row_to_json(shown)::text AS json, p.fix_time::text AS at, p.id
    FROM (
      SELECT * FROM positions WHERE device_id = ${deviceId} AND fix_time <= ${new Date(toMs)}
        AND ${behind('fix_time', fromMs, after)}
      ORDER BY fix_time, id LIMIT ${rowsPerPiece}
    ) AS p JOIN devices AS d ON d.id = p.device_id,
    LATERAL (SELECT reported.*, d.name FROM (${positionColumns}) AS reported) AS shown
    ORDER BY p.fix_time, p.id`;
}

/** Of the combined report as a table: each position, once for every event that it raised. */
function placePiece(
  deviceId: number,
  request: ReportRequest,
  after: Place | undefined,
  presenters: Presenters,
): RawBuilder<unknown> {
  const [from, to] = [new Date(request.fromMs), new Date(request.toMs)];
  return sql`
    SELECT (place.json::jsonb || jsonb_build_object('type', e.type, 'attributes', coalesce(e.attributes, '{}')))::text AS json,
      place.at, place.id
    FROM (${positionPiece(deviceId, request, after, presenters)}) AS place
    LEFT JOIN (
      SELECT position_id, type, attributes, id FROM events WHERE device_id = ${deviceId} AND event_time BETWEEN ${from} AND ${to}
    ) AS e ON e.position_id = place.id
    ORDER BY place.at::timestamptz, place.id, e.id`;
}

function eventPiece(
  deviceId: number,
  { fromMs, toMs, eventTypes, alarms }: ReportRequest,
  after: Place | undefined,
  { eventColumns }: Presenters,
): RawBuilder<unknown> {
  return sql`
    SELECT row_to_json(shown)::text AS json, e.event_time::text AS at, e.id
    FROM (
      SELECT * FROM events WHERE device_id = ${deviceId} AND event_time <= ${new Date(toMs)}
        AND ${behind('event_time', fromMs, after)} AND ${eventTypes ? sql`type = ANY(${eventTypes})` : sql`true`}
        AND ${alarms ? bearsAlarm('events', alarms) : sql`true`}
      ORDER BY event_time, id LIMIT ${rowsPerPiece}
    ) AS e JOIN devices AS d ON d.id = e.device_id, LATERAL (${eventColumns}) AS shown
    ORDER BY e.event_time, e.id`;
}

function behind(time: string, fromMs: number, after: Place | undefined): RawBuilder<unknown> {
  const at = sql.ref(time);
  return after
    ? sql`${at} >= ${after.at} AND (${at}, id) > (${after.at}, ${after.id})`
    : sql`${at} >= ${new Date(fromMs)}`;
}
