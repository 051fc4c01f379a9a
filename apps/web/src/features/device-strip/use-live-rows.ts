import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { useEffect, useReducer, useRef } from 'react';
import type { KnownVehicle } from '../../lib/fleet/fleet-list.ts';
import type { DeviceRow } from '../../lib/fleet/use-device-rows.ts';
import { useLive } from '../../live/live-context.ts';
import { isNewer } from '../../live/live-feed.ts';

/** What the live channel sent last of a device since its row was first shown. */
interface News {
  readonly device?: Device;
  readonly position?: Position;
}

/** Rows whose news are kept: more than a list keeps rows. */
const mostFollowed = 4_000;

/**
 * Brings rows up to date with what the live channel says of the devices from `first` to `last` of a list. Whatever was
 * shown once is followed on: rows come and go with the order, and none goes back to what it was when it was fetched.
 */
export function useLiveRows(
  ids: Int32Array,
  first: number,
  last: number,
): (row: DeviceRow | undefined) => DeviceRow | undefined {
  const { feed } = useLive();
  const followed = useRef(new Map<number, News>()).current;
  const seen = useRef<ReadonlySet<number>>(new Set());
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const shown = ids.subarray(first, last + 1).join();

  useEffect(() => {
    seen.current = new Set(shown === '' ? [] : shown.split(',').map(Number));
    for (const id of seen.current) {
      const news = followed.get(id) ?? {};
      // a Map keeps its order: those that were shown last are at its end
      followed.delete(id);
      followed.set(id, news);
    }
    for (const id of followed.keys()) {
      if (followed.size <= mostFollowed) break;
      followed.delete(id);
    }
  }, [followed, shown]);

  useEffect(() => {
    const note = <Said>(
      said: readonly Said[],
      idOf: (one: Said) => number,
      newsOf: (one: Said, before: News) => News,
    ) => {
      let isSeen = false;
      for (const one of said) {
        const id = idOf(one);
        const before = followed.get(id);
        if (!before) continue;
        followed.set(id, newsOf(one, before));
        if (seen.current.has(id)) isSeen = true;
      }
      if (isSeen) draw();
    };
    const stops = [
      feed.onDevices((devices) =>
        note(
          devices,
          ({ id }) => id,
          (device, before) => ({ ...before, device }),
        ),
      ),
      feed.onPositions((positions) =>
        note(
          positions,
          ({ deviceId }) => deviceId,
          (position, before) => (isNewer(position, before.position) ? { ...before, position } : before),
        ),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [feed, followed]);

  return (row) => {
    const { device, position } = (row && followed.get(row.device.id)) ?? {};
    if (!row || (!device && !position)) return row;
    return {
      device: device && !isLater(row.device, device) ? device : row.device,
      position: position && isNewer(position, row.position) ? position : row.position,
    };
  };
}

/** Whether a device was fetched after what was said of it: what came while the line was cut is only in the former. */
const isLater = (fetched: Device, said: Device) => (fetched.lastUpdate ?? '') > (said.lastUpdate ?? '');

/** The map knows a newer place of it: after a gap of the live channel a row is as old as its last fetch. */
export function isBehind(row: DeviceRow | undefined, vehicle: KnownVehicle | undefined): boolean {
  if (!row || !vehicle?.fixTimeMs) return false;
  return !row.position || Date.parse(row.position.fixTime) < vehicle.fixTimeMs;
}
