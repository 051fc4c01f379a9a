/**
 * Which positions get an address, and when: each device's newest one, at once when the last was long ago, else when its
 * time is come; so a vehicle that stops always gets one, and one that moves costs a bounded number of look-ups. How long
 * ago is judged by fix times: what a tracker stored on a way without a network comes in one burst.
 */
import type { PositionFragment } from '../../platform/bus/bus.ts';

export interface AddressQueue {
  /** News of where a device is; what it waits with already is replaced. */
  offer(fragment: PositionFragment): void;
  /** It was taken out and not addressed: it waits for its next time, unless something newer waits already. */
  giveBack(fragment: PositionFragment): void;
  /** Takes out so many at most whose time is come: newest ones first, those that wait longest before others. */
  takeDue(most: number): PositionFragment[];
  readonly waiting: number;
}

/** Positions that were replaced while they waited, of all devices; beyond, the oldest go without. */
const mostPassed = 5_000;

/** When an address of a device was last requested, and for which fix. */
interface Requested {
  readonly atMs: number;
  readonly fixTimeMs: number;
}

export function createAddressQueue(everyMs: number, nowMs: () => number): AddressQueue {
  const requested = new Map<number, Requested>();
  /** In the order of being offered first. */
  const waiting = new Map<number, PositionFragment>();
  const passed: PositionFragment[] = [];

  function isSpaced({ deviceId, fixTimeMs }: PositionFragment): boolean {
    const last = requested.get(deviceId);
    return last === undefined || fixTimeMs - last.fixTimeMs >= everyMs;
  }

  function isDue(fragment: PositionFragment): boolean {
    const last = requested.get(fragment.deviceId);
    return last === undefined || nowMs() - last.atMs >= everyMs || isSpaced(fragment);
  }

  function note({ deviceId, fixTimeMs }: PositionFragment): void {
    requested.set(deviceId, { atMs: nowMs(), fixTimeMs });
  }

  return {
    offer(fragment) {
      const replaced = waiting.get(fragment.deviceId);
      if (replaced && replaced.positionId !== fragment.positionId && isSpaced(replaced)) {
        note(replaced);
        passed.push(replaced);
        if (passed.length > mostPassed) passed.shift();
      }
      // replacing a value keeps its place in the order
      waiting.set(fragment.deviceId, fragment);
    },
    giveBack(fragment) {
      if (!waiting.has(fragment.deviceId)) waiting.set(fragment.deviceId, fragment);
    },
    takeDue(most) {
      const due: PositionFragment[] = [];
      for (const [deviceId, fragment] of waiting) {
        if (due.length >= most) break;
        if (!isDue(fragment)) continue;
        due.push(fragment);
        waiting.delete(deviceId);
        note(fragment);
      }
      due.push(...passed.splice(0, most - due.length));
      return due;
    },
    get waiting() {
      return waiting.size + passed.length;
    },
  };
}
