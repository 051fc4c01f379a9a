import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { useEffect, useState } from 'react';
import type { DeviceRow } from '../../lib/fleet/use-device-rows.ts';
import { useLive } from '../../live/live-context.ts';
import { isNewer } from '../../live/live-feed.ts';

/** What the live channel sent of devices that are shown, since they are shown. */
interface Updates {
  readonly devices: ReadonlyMap<number, Device>;
  readonly positions: ReadonlyMap<number, Position>;
}

const nothing: Updates = { devices: new Map(), positions: new Map() };

/** Brings rows up to date with what the live channel says of the devices from `first` to `last` of a list. */
export function useLiveRows(
  ids: Int32Array,
  first: number,
  last: number,
): (row: DeviceRow | undefined) => DeviceRow | undefined {
  const { feed } = useLive();
  const [updates, setUpdates] = useState(nothing);
  const shown = ids.subarray(first, last + 1).join();

  useEffect(() => {
    const ids = new Set(shown.split(',').map(Number));
    setUpdates(nothing);
    const stops = [
      feed.onDevices((devices) => {
        const mine = devices.filter(({ id }) => ids.has(id));
        if (mine.length === 0) return;
        setUpdates((old) => ({
          ...old,
          devices: new Map([...old.devices, ...mine.map((device) => [device.id, device] as const)]),
        }));
      }),
      feed.onPositions((positions) => {
        const mine = positions.filter(({ deviceId }) => ids.has(deviceId));
        if (mine.length === 0) return;
        setUpdates((old) => ({
          ...old,
          positions: new Map([...old.positions, ...mine.map((one) => [one.deviceId, one] as const)]),
        }));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [feed, shown]);

  return (row) => {
    if (!row) return undefined;
    const position = updates.positions.get(row.device.id);
    return {
      device: updates.devices.get(row.device.id) ?? row.device,
      position: position && isNewer(position, row.position) ? position : row.position,
    };
  };
}
