/**
 * `GET live/snapshot` as text, in pieces: the columns of contract/live-snapshot over every device a user sees. Devices
 * are read some thousands at a time and each piece stays small, so that 100,000 of them never hold the event loop.
 */
import type { LiveSnapshot } from '@atalaia/contract/devices/live-message';
import type { Pool } from 'pg';
import { sirenForClients } from '../../visibility/client-visibility.ts';

type Column = Exclude<keyof LiveSnapshot, 'serverTimeMs'>;

/** What each column is in SQL, over devices d and device_state s. */
const columns: Readonly<Record<Column, string>> = {
  deviceId: 'd.id',
  name: 'd.name',
  uniqueId: 'd.unique_id',
  category: 'd.category',
  plate: "d.attributes ->> 'plate'",
  vehicleModel: "d.attributes ->> 'vehicleModel'",
  groupId: 'coalesce(d.group_id, 0)',
  customerId: 'coalesce(d.customer_id, 0)',
  status: `coalesce(s.status, 'offline')`,
  disabled: 'd.disabled',
  lastUpdateMs: 'floor(extract(epoch FROM s.last_update) * 1000)',
  positionId: 'coalesce(s.position_id, 0)',
  fixTimeMs: 'floor(extract(epoch FROM s.fix_time) * 1000)',
  latitude: 's.latitude',
  longitude: 's.longitude',
  course: 's.course',
  speedKnots: 's.speed',
  ignition: 's.ignition',
  alarm: 's.alarm',
  siren: `CASE WHEN $2 THEN s.siren_event_id IS NOT NULL ELSE ${sirenForClients} END`,
};

const devicesPerPiece = 2000;
const names = Object.keys(columns) as Column[];

/** One text a column: its values as JSON, joined by commas, without the brackets. */
const pieceSql = `
  SELECT ${names.map((name) => `string_agg(coalesce(to_json(${columns[name]})::text, 'null'), ',') AS "${name}"`).join(', ')}
  FROM unnest($1::int[]) AS requested(id)
  JOIN devices d USING (id)
  LEFT JOIN device_state s ON s.device_id = d.id`;

export async function* readSnapshot(
  pool: Pool,
  deviceIds: ArrayLike<number>,
  nowMs: number,
  worksAtDesk: boolean,
): AsyncGenerator<string, void> {
  const pieces = new Map<Column, string[]>(names.map((name) => [name, []]));
  const ids = Array.from(deviceIds);
  for (let at = 0; at < ids.length; at += devicesPerPiece) {
    const { rows } = await pool.query({
      name: 'live-snapshot-piece',
      text: pieceSql,
      values: [ids.slice(at, at + devicesPerPiece), worksAtDesk],
    });
    for (const name of names) if (rows[0]?.[name]) pieces.get(name)?.push(rows[0][name]);
  }
  yield `{"serverTimeMs":${nowMs}`;
  for (const [name, texts] of pieces) {
    yield `,"${name}":[`;
    for (const [index, text] of texts.entries()) yield index ? `,${text}` : text;
    yield ']';
  }
  yield '}';
}
