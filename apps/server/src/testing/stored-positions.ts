/** Positions put into the table as a writer puts them, for tests of reports. */
import type { Pool } from 'pg';
import { storeBatch } from '../ingest/writer/store-batch.ts';

export interface ReportedPosition {
  readonly deviceId: number;
  readonly timeMs: number;
  readonly hasFix?: boolean;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly speedKnots?: number;
  readonly motion?: boolean;
  readonly ignition?: boolean | undefined;
  readonly fuelLitres?: number | undefined;
  readonly odometerMetres?: number | undefined;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Two positions of one device and time with the same one are the same position. */
  readonly digest?: string;
}

let lastId = 1_000_000;

/** Returns their numbers. */
export async function storePositions(pool: Pool, reported: readonly ReportedPosition[]): Promise<number[]> {
  const positions = reported.map((position) => {
    lastId += 1;
    return rowOf(lastId, position);
  });
  const client = await pool.connect();
  try {
    await storeBatch(client, { positions, odd: [], states: [], events: [], answered: [], effective: [] });
  } finally {
    client.release();
  }
  return positions.map(({ id }) => id);
}

function rowOf(id: number, position: ReportedPosition) {
  const { deviceId, timeMs, hasFix = true, motion = false, odometerMetres } = position;
  return {
    id,
    deviceId,
    digest: position.digest ?? id.toString(16).padStart(32, '0'),
    protocol: 'gt06',
    type: null,
    receivedMs: timeMs,
    position: {
      fixTimeMs: timeMs,
      deviceTimeMs: timeMs,
      valid: hasFix,
      outdated: !hasFix,
      latitude: position.latitude ?? -3.7,
      longitude: position.longitude ?? -38.5,
      altitude: 0,
      speedKnots: position.speedKnots ?? 0,
      course: 0,
      accuracy: 0,
      hasFix,
      placed: true,
      late: odometerMetres === undefined,
      corrected: false,
    },
    travel:
      odometerMetres === undefined
        ? undefined
        : {
            motion,
            ignition: position.ignition,
            approximate: false,
            distanceMetres: 0,
            totalDistanceMetres: odometerMetres,
            hoursMs: 0,
          },
    motion,
    ignition: position.ignition ?? null,
    alarm: null,
    fuel: position.fuelLitres ?? null,
    networkJson: null,
    geofenceIdsJson: null,
    attributesJson: JSON.stringify(position.attributes ?? {}),
  };
}
