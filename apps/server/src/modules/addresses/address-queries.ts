/** What the addresses job reads and writes. */
import type { Pool } from 'pg';
import type { PositionFragment } from '../../platform/bus/bus.ts';
import { changedHoursOf } from '../../platform/db/changed-hours.ts';

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** As ingest writes it; a quotation mark inside a text is escaped, so only the member itself matches. */
const withoutAddress = '"address":null';

export function hasNoAddress({ json }: PositionFragment): boolean {
  return json.includes(withoutAddress);
}

/** Where a position that has no address yet lies; undefined when it has one, or never was anywhere. */
export function placeToAddress(fragment: PositionFragment): Place | undefined {
  if (!hasNoAddress(fragment)) return undefined;
  const { latitude, longitude }: Place = JSON.parse(fragment.json);
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude };
}

/** The same position with its address. */
export function withAddress(fragment: PositionFragment, address: string): PositionFragment {
  const member = `"address":${JSON.stringify(address)}`;
  return { ...fragment, json: fragment.json.replace(withoutAddress, () => member) };
}

export interface AddressedRow {
  readonly positionId: number;
  readonly deviceId: number;
  readonly fixTimeMs: number;
  readonly address: string;
}

/** A stored position that has no address. */
export type NamelessRow = Omit<AddressedRow, 'address'> & Place;

type Queries = Pick<Pool, 'query'>;

/** The bounds spare the partitions that none of them is in. */
const storeText = `
  WITH addressed AS (
    UPDATE positions AS p SET address = given.address
    FROM unnest($1::int8[], $2::int4[], $3::timestamptz[], $4::text[]) AS given (id, device_id, fix_time, address)
    WHERE p.device_id = given.device_id AND p.fix_time = given.fix_time AND p.id = given.id
      AND p.fix_time BETWEEN $5 AND $6 AND p.address IS NULL
    RETURNING p.server_time
  ) ${changedHoursOf('addressed')}`;

/**
 * Locked in the writers' order, so that neither waits for the other in a ring; a device that has moved on meanwhile keeps
 * its newer position.
 */
const stateText = `
  WITH given AS (
    SELECT * FROM unnest($1::int4[], $2::int8[], $3::text[]) AS given (device_id, position_id, json)
  ), locked AS MATERIALIZED (
    SELECT s.device_id FROM device_state s JOIN given USING (device_id)
    WHERE s.position_id = given.position_id ORDER BY s.device_id FOR UPDATE OF s
  )
  UPDATE device_state AS s SET position = given.json::json
  FROM given JOIN locked USING (device_id)
  WHERE s.device_id = given.device_id AND s.position_id = given.position_id
  RETURNING s.position_id AS "positionId"`;

export async function storeAddresses(db: Queries, rows: readonly AddressedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const times = rows.map(({ fixTimeMs }) => fixTimeMs);
  await db.query({
    name: 'addresses-store',
    text: storeText,
    values: [
      rows.map(({ positionId }) => positionId),
      rows.map(({ deviceId }) => deviceId),
      times.map((timeMs) => new Date(timeMs)),
      rows.map(({ address }) => address),
      new Date(Math.min(...times)),
      new Date(Math.max(...times)),
    ],
  });
}

/** Writes into their devices' state those positions that are still the last, and returns the numbers of these. */
export async function replaceLastPositions(
  db: Queries,
  fragments: readonly PositionFragment[],
): Promise<ReadonlySet<number>> {
  if (fragments.length === 0) return new Set();
  const { rows } = await db.query<{ positionId: number }>({
    name: 'addresses-state',
    text: stateText,
    values: [
      fragments.map(({ deviceId }) => deviceId),
      fragments.map(({ positionId }) => positionId),
      fragments.map(({ json }) => json),
    ],
  });
  return new Set(rows.map(({ positionId }) => positionId));
}

/** Of these positions, by number, those without an address that have a place. */
export async function readNameless(db: Queries, ids: readonly number[]): Promise<readonly NamelessRow[]> {
  const { rows } = await db.query<Omit<NamelessRow, 'fixTimeMs'> & { fixTime: string }>({
    name: 'addresses-nameless',
    text: `
      SELECT id AS "positionId", device_id AS "deviceId", fix_time AS "fixTime", latitude, longitude
      FROM positions WHERE id = ANY($1::int8[]) AND address IS NULL AND (latitude <> 0 OR longitude <> 0)`,
    values: [ids],
  });
  return rows.map(({ fixTime, ...row }) => ({ ...row, fixTimeMs: Date.parse(fixTime) }));
}

const namelessDevices = `
  SELECT device_id AS "deviceId", position_id::float8 AS "positionId", position::text AS json,
    floor(extract(epoch FROM fix_time) * 1000)::float8 AS "fixTimeMs",
    floor(extract(epoch FROM (position ->> 'serverTime')::timestamptz) * 1000)::float8 AS "receivedMs"
  FROM device_state WHERE position IS NOT NULL AND position ->> 'address' IS NULL`;

/** Devices in the order of their numbers, behind this one, whose last position has no address: a piece of them. */
export async function readNamelessDevices(
  db: Queries,
  behindDeviceId: number,
  most: number,
): Promise<readonly PositionFragment[]> {
  const { rows } = await db.query<PositionFragment>({
    name: 'addresses-devices',
    text: `${namelessDevices} AND device_id > $1 AND (latitude <> 0 OR longitude <> 0) ORDER BY device_id LIMIT $2`,
    values: [behindDeviceId, most],
  });
  return rows;
}

/** Those of these positions that are still their device's last, and have no address. */
export async function readNamelessLast(
  db: Queries,
  positions: readonly Pick<AddressedRow, 'deviceId' | 'positionId'>[],
): Promise<readonly PositionFragment[]> {
  if (positions.length === 0) return [];
  const { rows } = await db.query<PositionFragment>({
    name: 'addresses-last',
    text: `${namelessDevices} AND device_id = ANY($1::int4[]) AND position_id = ANY($2::int8[])`,
    values: [positions.map(({ deviceId }) => deviceId), positions.map(({ positionId }) => positionId)],
  });
  return rows;
}
