import type { Kysely } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';
import type { createWorld } from './world.ts';

export interface ReportingDevice {
  readonly protocol?: string;
  readonly speedKph?: number;
  /** Of its last fix, ms. */
  readonly ageMs?: number;
  readonly valid?: boolean;
  readonly phone?: string;
  readonly group_id?: number;
  readonly customer_id?: number;
  readonly category?: string;
  readonly unique_id?: string;
  readonly attributes?: string;
  readonly ignition?: boolean;
  /** Latitude and longitude. */
  readonly place?: readonly [number, number];
}

/** A device whose tracker reported: gt06, standing, a moment ago. */
export async function reportingDevice(
  kysely: Kysely<Schema>,
  world: ReturnType<typeof createWorld>,
  {
    protocol = 'gt06',
    speedKph = 0,
    ageMs = 1000,
    valid = true,
    ignition,
    place,
    ...values
  }: ReportingDevice = {},
): Promise<number> {
  const deviceId = await world.device(values);
  const fix = new Date(Date.now() - ageMs).toISOString();
  const position = { protocol, serverTime: fix, valid, outdated: false };
  await kysely
    .insertInto('device_state')
    .values({
      device_id: deviceId,
      fix_time: fix,
      speed: speedKph / 1.852,
      position: JSON.stringify(position),
      ...(ignition === undefined ? {} : { ignition }),
      ...(place ? { latitude: place[0], longitude: place[1] } : {}),
    })
    .execute();
  return deviceId;
}
