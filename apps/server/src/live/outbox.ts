/**
 * What waits for one slow client: the newest position and description of each device, and the newest events.
 * Nothing grows with time: positions and descriptions are bounded by the devices it sees, events by `maxEvents`.
 */
import type { LiveFragment, PositionFragment } from '../bus/bus.ts';

export interface Outbox {
  hold(batch: LiveBatch): void;
  /** Everything held, oldest first, and the outbox is empty again. */
  take(): LiveBatch;
  readonly isEmpty: boolean;
  /** Events that had to be let go since the last `take`. */
  readonly lostEvents: number;
}

/** One tick's worth of news, each list already limited to what the client may see. */
export interface LiveBatch {
  readonly positions: readonly PositionFragment[];
  readonly devices: readonly LiveFragment[];
  readonly events: readonly LiveFragment[];
}

/** A live position replaces another when its fix is later, or as late with a higher number. */
export function isNewer(candidate: PositionFragment, held: PositionFragment | undefined): boolean {
  if (!held || candidate.fixTimeMs > held.fixTimeMs) return true;
  return candidate.fixTimeMs === held.fixTimeMs && candidate.positionId > held.positionId;
}

export function createOutbox(maxEvents: number): Outbox {
  const positions = new Map<number, PositionFragment>();
  const devices = new Map<number, LiveFragment>();
  let events: LiveFragment[] = [];
  let lostEvents = 0;
  return {
    hold(batch) {
      for (const fragment of batch.positions) {
        if (isNewer(fragment, positions.get(fragment.deviceId))) positions.set(fragment.deviceId, fragment);
      }
      for (const fragment of batch.devices) devices.set(fragment.deviceId, fragment);
      events.push(...batch.events);
      if (events.length > maxEvents) {
        lostEvents += events.length - maxEvents;
        events = events.slice(-maxEvents);
      }
    },
    take() {
      const batch = { positions: [...positions.values()], devices: [...devices.values()], events };
      positions.clear();
      devices.clear();
      events = [];
      lostEvents = 0;
      return batch;
    },
    get isEmpty() {
      return positions.size + devices.size + events.length === 0;
    },
    get lostEvents() {
      return lostEvents;
    },
  };
}
