import type { DeviceInput, DeviceQuery } from '@atalaia/contract/devices/device';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { DevicesTable, Schema } from '../../platform/db/schema.ts';
import { givenColumns, instantColumn, measureColumn, referenceColumn } from '../../queries/columns.ts';
import { type Labels, labelledKeys } from '../../queries/labelled-keys.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';

export type DeviceRow = Selectable<DevicesTable>;

/**
 * The row of a visible device; with `lock` nobody else changes it until the end of the transaction, while trackers continue
 * to write what refers to it.
 */
export async function findDevice(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
  lock?: 'lock',
): Promise<DeviceRow | undefined> {
  const { rows } = await sql<DeviceRow>`
    SELECT d.* FROM ${visibleDevices(viewer)} WHERE d.id = ${id} ${lock ? sql`FOR NO KEY UPDATE OF d` : sql``}`.execute(
    db,
  );
  return rows[0];
}

export async function insertDevice(db: Kysely<Schema>, values: Insertable<DevicesTable>): Promise<number> {
  const { id } = await db.insertInto('devices').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateDevice(
  db: Kysely<Schema>,
  id: number,
  values: Updateable<DevicesTable>,
): Promise<void> {
  await db.updateTable('devices').set(values).where('id', '=', id).execute();
}

/** The row, its links and its state at once; what is large follows (see `removed-devices.ts`). */
export async function deleteDevice(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('devices').where('id', '=', id).execute();
  await db.insertInto('removed_devices').values({ device_id: id }).execute();
}

export async function linkDevice(db: Kysely<Schema>, userId: number, deviceId: number): Promise<void> {
  await db.insertInto('user_devices').values({ user_id: userId, device_id: deviceId }).execute();
}

/** How many devices are linked to a user himself; his row is locked, so that two creations do not pass one limit. */
export async function countOwnDevices(db: Kysely<Schema>, userId: number): Promise<number> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom('user_devices')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The columns an input refers to; what it does not mention is undefined and stays as it is. */
export function rowOf(input: DeviceInput, before: DeviceRow | undefined): Insertable<DevicesTable> {
  return givenColumns({
    unique_id: input.uniqueId,
    name: input.name,
    group_id: referenceColumn(input.groupId),
    customer_id: referenceColumn(input.customerId),
    category: input.category,
    disabled: input.disabled ?? undefined,
    expiration_time: instantColumn(input.expirationTime),
    calendar_id: referenceColumn(input.calendarId),
    phone: input.phone,
    model: input.model,
    contact: input.contact,
    attributes: attributesToStore(input.attributes ?? undefined, before),
  });
}

/**
 * `sinisterId` is the server's own (SIN-12): what a client sends for it is dropped, the stored one stays. A speed limit
 * that comes as text is made a number, an empty one is none.
 */
function attributesToStore(
  given: NonNullable<DeviceInput['attributes']> | undefined,
  before: DeviceRow | undefined,
): Record<string, unknown> | undefined {
  if (given === undefined) return undefined;
  const { sinisterId: _dropped, speedLimit, ...others } = given;
  const limit = measureColumn(speedLimit) ?? null;
  const attributes = limit === null ? others : { ...others, speedLimit: limit };
  const stored = before?.attributes as { sinisterId?: unknown } | undefined;
  return stored?.sinisterId === undefined ? attributes : { ...attributes, sinisterId: stored.sinisterId };
}

/** As lists show it: whoever is disabled is nothing else, and a device without a state yet is offline. */
export const stateLabels: Labels = {
  online: 'legend.online',
  unknown: 'legend.unknown',
  offline: 'legend.offline',
  disabled: 'device.disabled',
};

/** Whether a filter reads the states, all of them, before it is asked of the first device. */
export const looksAtStates = ({ keyword, status }: DeviceQuery) =>
  [status, ...labelledKeys(keyword, stateLabels)].some(
    (state) => state !== undefined && state !== 'disabled',
  );

export function isInState(states: readonly string[]) {
  if (states.length === 0) return undefined;
  const isOther = sql`(SELECT s.device_id FROM device_state AS s WHERE s.status <> ALL(${states}))`;
  const isOne = sql`(SELECT s.device_id FROM device_state AS s WHERE s.status = ANY(${states}))`;
  return sql`NOT d.disabled AND ${states.includes('offline') ? sql`d.id NOT IN ${isOther}` : sql`d.id IN ${isOne}`}`;
}
