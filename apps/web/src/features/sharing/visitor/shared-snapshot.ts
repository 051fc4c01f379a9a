/** What a shared link shows, given to the map as the live channel would send it. */

import type { SharedLocation } from '@atalaia/contract/accounts/location';
import type { LiveSnapshot } from '@atalaia/contract/devices/live-message';

/** What of a link a map is fed with: ways are drawn beside it. */
interface ShownLocation extends Omit<SharedLocation, 'devices'> {
  readonly devices: readonly Omit<SharedLocation['devices'][number], 'trail'>[];
}

/** A place older than this says nothing of now, ms (ING-10). */
const freshMs = 600_000;

/**
 * Each poll replaces the whole picture: the devices of a link, numbered from 1 in their order. One whose name is not shown
 * is called by its number.
 */
export function sharedSnapshot({ devices }: ShownLocation, nowMs: number): LiveSnapshot {
  const column = <Value>(value: (device: (typeof devices)[number]) => Value): Value[] => devices.map(value);
  const fixTimeMs = column(({ fixTime }) => (fixTime === null ? null : Date.parse(fixTime)));
  return {
    serverTimeMs: nowMs,
    deviceId: devices.map((_, index) => index + 1),
    name: devices.map(({ name }, index) => name ?? String(index + 1)),
    uniqueId: column(() => ''),
    category: column(({ category }) => category),
    plate: column(() => null),
    vehicleModel: column(() => null),
    groupId: column(() => 0),
    customerId: column(() => 0),
    status: fixTimeMs.map((timeMs) => (timeMs !== null && nowMs - timeMs < freshMs ? 'online' : 'unknown')),
    disabled: column(() => false),
    lastUpdateMs: fixTimeMs,
    positionId: devices.map((_, index) => index + 1),
    fixTimeMs,
    latitude: column(({ latitude }) => latitude),
    longitude: column(({ longitude }) => longitude),
    course: column(({ course }) => course),
    speedKnots: column(({ speed }) => speed),
    ignition: column(() => null),
    alarm: column(() => null),
    siren: column(() => false),
  };
}
