import type { ClientBase } from 'pg';
import type { DeviceStates } from './device-states.ts';
import type { Entry, PositionEntry } from './entry.ts';
import type { RetryHints } from './plan.ts';

/** Names a position that came from another server, so that the same one of the tracker itself is known as such. */
export const forwardedAttribute = 'forwarded';

/** Two copies of a place differ by no more than what formats round, degrees: about 2 m. */
const tolerance = 0.00002;

const text = `
  SELECT asked.place FROM unnest($1::int4[], $2::timestamptz[], $3::float8[], $4::float8[], $5::text[], $6::boolean[])
    WITH ORDINALITY AS asked (device_id, fix_time, latitude, longitude, alarm, is_forwarded, place)
  WHERE EXISTS (
    SELECT FROM positions AS stored
    WHERE stored.device_id = asked.device_id AND stored.fix_time = asked.fix_time
      AND abs(stored.latitude - asked.latitude) <= ${tolerance} AND abs(stored.longitude - asked.longitude) <= ${tolerance}
      AND coalesce(stored.attributes ->> 'alarm', '') = asked.alarm
      AND (stored.attributes ->> '${forwardedAttribute}' IS NULL) = asked.is_forwarded
  )`;

/**
 * Finds the positions that a tracker sent here and another server forwarded here too, whichever came first, and notes the
 * one that is not stored yet as sent again (ING-02): the two were decoded by different servers, so that their digests
 * differ. The same are those of one fix time and place with the same alarm. It asks the database for what is forwarded,
 * and of a device that was forwarded for what is not newer than that; for nothing else. The batch is worked out by the
 * version of the states that were read before, so that a copy which another process stores meanwhile fails it.
 */
export async function noteForwardedCopies(
  client: Pick<ClientBase, 'query'>,
  entries: readonly Entry[],
  retryHints: RetryHints,
  states: Pick<DeviceStates, 'get'>,
): Promise<void> {
  const forwardedNow = new Set<number>();
  for (const entry of entries)
    if (entry.kind === 'position' && entry.isForwarded) forwardedNow.add(entry.device.id);
  const asked: PositionEntry[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'position' || retryHints.repeats.has(entry)) continue;
    const { id } = entry.device;
    const { forwardedMs = Number.NEGATIVE_INFINITY } = states.get(id).memory;
    if (forwardedNow.has(id) || entry.position.fixTimeMs <= forwardedMs) asked.push(entry);
  }
  if (asked.length === 0) return;
  const { rows } = await client.query<{ place: string | number }>({
    name: 'ingest-forwarded-copies',
    text,
    values: [
      asked.map(({ device }) => device.id),
      asked.map(({ position }) => new Date(position.fixTimeMs)),
      asked.map(({ position }) => position.latitude ?? null),
      asked.map(({ position }) => position.longitude ?? null),
      asked.map(alarmOf),
      asked.map(({ isForwarded }) => isForwarded ?? false),
    ],
  });
  for (const { place } of rows) {
    const copy = asked[Number(place) - 1];
    if (copy) retryHints.repeats.add(copy);
  }
  // of two that come together the tracker's own is stored
  for (const entry of asked) {
    const isCopy = entry.isForwarded && asked.some((other) => !other.isForwarded && isSame(entry, other));
    if (isCopy) retryHints.repeats.add(entry);
  }
}

const alarmOf = ({ position }: PositionEntry) => String(position.attributes.alarm ?? '');

function isSame(one: PositionEntry, other: PositionEntry): boolean {
  const distance = (key: 'latitude' | 'longitude') =>
    Math.abs((one.position[key] ?? Number.NaN) - (other.position[key] ?? Number.NaN));
  return (
    one.device.id === other.device.id &&
    one.position.fixTimeMs === other.position.fixTimeMs &&
    distance('latitude') <= tolerance &&
    distance('longitude') <= tolerance &&
    alarmOf(one) === alarmOf(other)
  );
}
