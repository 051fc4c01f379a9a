import type { LiveSnapshot } from '@atalaia/contract/devices/live-message';
import type { Position } from '@atalaia/contract/devices/position';
import type { DeviceRow } from '../../lib/fleet/use-device-rows.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { createShownFeed, type ShownFeed } from '../../live/shown-feed.ts';

/** Passes on what a feed says of one vehicle; its snapshots are those that it is shown. */
export function createVehicleFeed(feed: LiveFeed, deviceId: number): ShownFeed {
  const isMine = (one: { readonly deviceId: number }) => one.deviceId === deviceId;
  const mine =
    <Item>(is: (item: Item) => boolean, listener: (items: readonly Item[]) => void) =>
    (items: readonly Item[]) => {
      const own = items.filter(is);
      if (own.length > 0) listener(own);
    };
  return createShownFeed({
    onPositions: (listener) => feed.onPositions(mine<Position>(isMine, listener)),
    onDevices: (listener) => feed.onDevices(mine(({ id }) => id === deviceId, listener)),
    onSirens: (listener) => feed.onSirens(mine(isMine, listener)),
    onRemoved: (listener) => feed.onRemoved(mine((id) => id === deviceId, listener)),
  });
}

const msOf = (instant: string | null | undefined) => (instant ? Date.parse(instant) : null);

/** The vehicle as the server has it: the map begins with it, and again after a gap. */
export function snapshotOfRow({ device, position }: DeviceRow): LiveSnapshot {
  const { attributes } = device;
  return {
    serverTimeMs: Date.now(),
    deviceId: [device.id],
    name: [device.name],
    uniqueId: [device.uniqueId],
    category: [device.category],
    plate: [attributes.plate ?? null],
    vehicleModel: [attributes.vehicleModel ?? null],
    groupId: [device.groupId],
    customerId: [device.customerId],
    status: [device.status],
    disabled: [device.disabled],
    lastUpdateMs: [msOf(device.lastUpdate)],
    positionId: [position?.id ?? 0],
    fixTimeMs: [msOf(position?.fixTime)],
    latitude: [position?.latitude ?? null],
    longitude: [position?.longitude ?? null],
    course: [position?.course ?? null],
    speedKnots: [position?.speed ?? null],
    ignition: [position?.attributes.ignition ?? null],
    alarm: [position?.attributes.alarm ?? null],
    siren: [false],
  };
}
