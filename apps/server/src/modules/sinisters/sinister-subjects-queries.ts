/** What a sinister is about, in the tables of others: its device, the device's last place, its customer. */
import type { Sinister, SinisterDevice } from '@atalaia/contract/sinisters/sinister';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DevicesTable, Schema } from '../../platform/db/schema.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';

type DeviceRow = Selectable<DevicesTable>;

/** The row of a visible device; nobody else changes it until the end of the transaction. */
export async function lockDevice(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
): Promise<DeviceRow | undefined> {
  const { rows } = await sql<DeviceRow>`
    SELECT d.* FROM ${visibleDevices(viewer)} WHERE d.id = ${id} FOR NO KEY UPDATE OF d`.execute(db);
  return rows[0];
}

/** What tells a vehicle, of a device's attributes. The rest (the tracker's password, for one) is no part of a case. */
const tellingAttributes = [
  ...[
    'plate',
    'year',
    'modelYear',
    'vehicleModel',
    'manufacturer',
    'color',
    'renavam',
    'chassi',
    'vehicleType',
  ],
  ...['species', 'registrationCity', 'registrationState'],
];

/** The device as the case keeps it. */
export function deviceSnapshot(device: DeviceRow): SinisterDevice {
  const attributes = Object.entries(device.attributes as Record<string, unknown>);
  return {
    id: device.id,
    uniqueId: device.unique_id,
    name: device.name,
    category: device.category,
    model: device.model,
    attributes: Object.fromEntries(attributes.filter(([name]) => tellingAttributes.includes(name))),
  };
}

/** The customer as the case keeps him. */
export async function customerSnapshot(db: Kysely<Schema>, id: number): Promise<Sinister['customer']> {
  const { rows } = await sql<NonNullable<Sinister['customer']>>`
    SELECT name, coalesce(nullif(phone, ''), cellphone) AS phone, notification_email AS email
    FROM customers WHERE id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Writes the number of the open sinister into the device's attributes, or takes it out (SIN-12); false when the device no longer exists. */
export async function markDevice(
  db: Kysely<Schema>,
  deviceId: number,
  sinisterId: number | null,
): Promise<boolean> {
  const attributes =
    sinisterId === null
      ? sql`attributes - 'sinisterId'`
      : sql`attributes || jsonb_build_object('sinisterId', ${sinisterId}::integer)`;
  const { rows } = await sql`
    UPDATE devices SET attributes = ${attributes} WHERE id = ${deviceId} RETURNING id`.execute(db);
  return rows.length > 0;
}

export interface KnownPlace {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The place of a device's last position; nulls when it never had one. */
export async function lastPlace(db: Kysely<Schema>, deviceId: number): Promise<KnownPlace> {
  const place = await db
    .selectFrom('device_state')
    .select(['latitude', 'longitude'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return place ?? { latitude: null, longitude: null };
}
