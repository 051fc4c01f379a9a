/**
 * Which positions get an address, and when: each device's newest one, at once when the last was long ago, else when its
 * time is come; so a vehicle that stops always gets one, and one that moves costs a bounded number of look-ups.
 */
import type { PositionFragment } from '../../bus/bus.ts';

export interface AddressQueue {
  /** News of where a device is; what it waits with already is replaced. */
  offer(fragment: PositionFragment): void;
  /** It was taken out and not addressed: it waits for its next time, unless something newer waits already. */
  giveBack(fragment: PositionFragment): void;
  /** Takes out so many at most whose time is come, those that wait longest first. */
  takeDue(most: number): PositionFragment[];
  readonly waiting: number;
}

export function createAddressQueue(everyMs: number, nowMs: () => number): AddressQueue {
  /** When each device's last address was asked for. */
  const askedMs = new Map<number, number>();
  /** In the order of being offered first. */
  const waiting = new Map<number, PositionFragment>();
  return {
    offer(fragment) {
      // replacing a value keeps its place in the order
      waiting.set(fragment.deviceId, fragment);
    },
    giveBack(fragment) {
      if (!waiting.has(fragment.deviceId)) waiting.set(fragment.deviceId, fragment);
    },
    takeDue(most) {
      const dueMs = nowMs() - everyMs;
      const due: PositionFragment[] = [];
      for (const [deviceId, fragment] of waiting) {
        if (due.length >= most) break;
        if ((askedMs.get(deviceId) ?? Number.NEGATIVE_INFINITY) > dueMs) continue;
        due.push(fragment);
        waiting.delete(deviceId);
        askedMs.set(deviceId, nowMs());
      }
      return due;
    },
    get waiting() {
      return waiting.size;
    },
  };
}
