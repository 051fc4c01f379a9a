import type { Stop, Trip } from '@atalaia/contract/reports/report-rows';
import { createJourney, type Leg, type LegKind } from '@atalaia/domain/travel/journey';
import { travelFigures } from '@atalaia/domain/travel/travel-tally';
import type { PoolClient } from 'pg';
import { inPiecesOf, readAhead } from '../../../queries/read-ahead.ts';
import { wholeAttributes } from '../../../queries/sql-fragments.ts';
import { countingRules } from '../hours/hour-row.ts';
import { readIntervals, type StoredPosition } from '../hours/intervals.ts';
import type { ReportDatabase } from './report-database-queries.ts';
import { instant, type ReportDevice, readDevices, thousandths } from './report-devices.ts';
import type { ReportRequest } from './report-request.ts';

type DeviceLeg = Leg<StoredPosition>;

/** The address of a place that has none stored, by degrees; null where none can be found. */
export type AddressOf = (latitude: number, longitude: number) => string | null;

/** Waits for the data that addresses are found by. */
export type ReadAddressOf = () => Promise<AddressOf>;

const devicesPerPiece = 100;

/** Rows of trips or stops as JSON with commas between, a device at a time. */
export async function* legRows(
  database: ReportDatabase,
  { deviceIds, fromMs, toMs }: ReportRequest,
  kind: LegKind,
  readAddressOf: ReadAddressOf,
): AsyncGenerator<string> {
  for (const ids of inPiecesOf(devicesPerPiece, deviceIds)) {
    const devices = await database.read((client) => readDevices(client, ids));
    yield* readAhead(devices, (device) =>
      database.read(async (client) => {
        const legs = (await readLegs(client, device, fromMs, toMs)).filter((leg) => leg.kind === kind);
        const rowsOf = kind === 'trip' ? tripRows : stopRows;
        const rows = rowsOf(client, device, legs, await readAddressOf());
        return (await rows).map((row) => JSON.stringify(row)).join(',');
      }),
    );
  }
}

/** Trips and stops of one device, in order. */
async function readLegs(
  client: PoolClient,
  { id, category, journeyRules }: ReportDevice,
  fromMs: number,
  toMs: number,
): Promise<readonly DeviceLeg[]> {
  const journey = createJourney<StoredPosition>(journeyRules, countingRules(category).jumpBoundKnots);
  const legs: DeviceLeg[] = [];
  await readIntervals(client, [{ deviceId: id, fromMs, toMs: toMs + 1 }], (position) => {
    const settled = journey.push(position);
    if (settled.length > 0) legs.push(...settled);
  });
  return [...legs, ...journey.finish()];
}

async function tripRows(
  client: PoolClient,
  device: ReportDevice,
  legs: readonly DeviceLeg[],
  addressOf: AddressOf,
): Promise<Trip[]> {
  const ends = await readLegEnds(
    client,
    device.id,
    legs.flatMap(({ first, last }) => [first, last]),
  );
  return legs.map((leg) => {
    const [start, end] = [ends.get(leg.first.id), ends.get(leg.last.id)];
    const durationMs = leg.last.timeMs - leg.first.timeMs;
    const figures = travelFigures(leg.tally, durationMs);
    const driver = start?.driverUniqueId ? start : end;
    return {
      ...commonOf(device, leg),
      startAddress: start?.address ?? addressOf(leg.first.latitude, leg.first.longitude),
      endAddress: end?.address ?? addressOf(leg.last.latitude, leg.last.longitude),
      distance: thousandths(figures.distanceMetres),
      averageSpeed: thousandths(figures.averageSpeedKnots),
      maxSpeed: thousandths(figures.maxSpeedKnots),
      driverUniqueId: driver?.driverUniqueId ?? null,
      driverName: driver?.driverName ?? null,
      startPositionId: leg.first.id,
      endPositionId: leg.last.id,
      startLat: leg.first.latitude,
      startLon: leg.first.longitude,
      endLat: leg.last.latitude,
      endLon: leg.last.longitude,
    };
  });
}

async function stopRows(
  client: PoolClient,
  device: ReportDevice,
  legs: readonly DeviceLeg[],
  addressOf: AddressOf,
): Promise<Stop[]> {
  const ends = await readLegEnds(
    client,
    device.id,
    legs.map(({ first }) => first),
  );
  return legs.map((leg) => ({
    ...commonOf(device, leg),
    address: ends.get(leg.first.id)?.address ?? addressOf(leg.first.latitude, leg.first.longitude),
    positionId: leg.first.id,
    latitude: leg.first.latitude,
    longitude: leg.first.longitude,
  }));
}

function commonOf({ id, name }: ReportDevice, { first, last, tally }: DeviceLeg) {
  const figures = travelFigures(tally);
  return {
    deviceId: id,
    deviceName: name,
    startTime: instant(first.timeMs),
    endTime: instant(last.timeMs),
    startOdometer: thousandths(figures.startOdometerMetres),
    endOdometer: thousandths(figures.endOdometerMetres),
    duration: last.timeMs - first.timeMs,
    engineHours: figures.engineMs,
    spentFuel: thousandths(figures.spentLitres),
  };
}

/** What a trip's or stop's ends say beyond what is counted. */
interface LegEnd {
  readonly id: number;
  readonly address: string | null;
  readonly driverUniqueId: string | null;
  readonly driverName: string | null;
}

/** By the number of the position. */
async function readLegEnds(
  client: PoolClient,
  deviceId: number,
  positions: readonly StoredPosition[],
): Promise<ReadonlyMap<number, LegEnd>> {
  if (positions.length === 0) return new Map();
  const { rows } = await client.query<LegEnd>(
    `SELECT p.id, p.address, driver.said AS "driverUniqueId", r.name AS "driverName"
     FROM unnest($2::timestamptz[], $3::bigint[]) AS ends (at, id)
     JOIN positions AS p ON p.device_id = $1 AND p.fix_time = ends.at AND p.id = ends.id
     CROSS JOIN LATERAL (SELECT ${wholeAttributes('p.attributes')} ->> 'driverUniqueId' AS said OFFSET 0) AS driver
     LEFT JOIN drivers AS r ON r.unique_id = driver.said`,
    [deviceId, positions.map(({ timeMs }) => new Date(timeMs)), positions.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
