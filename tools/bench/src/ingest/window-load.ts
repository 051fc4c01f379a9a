/** Trackers that always have the same number of packets on their way: each acknowledged one lets the next go. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadTracker } from '../load/load-tracker.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { createHistogram } from '../report/histogram.ts';

export interface WindowPhase {
  /** Positions that each tracker has on their way; 1 is one packet of one position. */
  readonly windowPositions: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface WindowResult {
  /** When the measured time began, ms since 1970. */
  readonly fromMs: number;
  /** Acknowledged in each whole second of the measured time. */
  readonly positionsPerSecond: readonly number[];
  /** From packet to acknowledgement, ms; of packets answered together, the first one's. */
  readonly roundTripMs: { readonly p50: number; readonly p99: number };
  /** The longest of them, ms. */
  readonly longestMs: number;
}

/** Nobody waits for others: no wait is far from the usual one, and none is long. */
const mostOfMedian = 3;
const longestWaitMs = 2_000;

/** The waits of a run, beside what they must be when more is sent than can be taken. */
export function waitFigures(name: string, { roundTripMs, longestMs }: WindowResult): readonly Figure[] {
  return [
    { name, unit: 'ms', ...roundTripMs, limits: [atMost(mostOfMedian * roundTripMs.p50, 'p99')] },
    { name: `${name}, the longest`, unit: 'ms', measured: longestMs, limits: [atMost(longestWaitMs)] },
  ];
}

export interface WindowLoad {
  /** For the trackers' `onAcknowledged`. */
  acknowledged(tracker: LoadTracker, packetCount: number, roundTripMs: number): void;
  run(trackers: readonly LoadTracker[], phase: WindowPhase): Promise<WindowResult>;
}

const drainWithinMs = 60_000;

export function createWindowLoad(): WindowLoad {
  let refilling = false;
  let measureFromMs = Number.POSITIVE_INFINITY;
  let perSecond: number[] = [];
  let roundTrips = createHistogram();

  return {
    acknowledged(tracker, packetCount, roundTripMs) {
      if (refilling) tracker.send(packetCount);
      const sinceMs = performance.now() - measureFromMs;
      if (sinceMs < 0) return;
      const second = Math.floor(sinceMs / 1000);
      perSecond[second] = (perSecond[second] ?? 0) + packetCount * tracker.packets.positionsPerPacket;
      roundTrips.record(roundTripMs);
    },

    async run(trackers, { windowPositions, warmUpMs, measureMs }) {
      measureFromMs = Number.POSITIVE_INFINITY;
      refilling = true;
      for (const tracker of trackers) {
        tracker.send(Math.max(1, Math.round(windowPositions / tracker.packets.positionsPerPacket)));
      }
      await sleep(warmUpMs);
      perSecond = Array.from({ length: measureMs / 1000 }, () => 0);
      roundTrips = createHistogram();
      measureFromMs = performance.now();
      await sleep(measureMs);
      refilling = false;
      const measured = perSecond.slice(0, measureMs / 1000);
      // who was left to wait until the end has waited too
      await drained(trackers);
      return {
        fromMs: performance.timeOrigin + measureFromMs,
        positionsPerSecond: measured,
        roundTripMs: { p50: roundTrips.percentile(50), p99: roundTrips.percentile(99) },
        longestMs: roundTrips.longest,
      };
    },
  };
}

/** Resolves when every packet is acknowledged. */
export async function drained(trackers: readonly LoadTracker[]): Promise<void> {
  const deadlineMs = performance.now() + drainWithinMs;
  while (trackers.some(({ sent, acknowledged }) => sent > acknowledged)) {
    if (performance.now() > deadlineMs) throw new Error('packets stay without an acknowledgement');
    await sleep(20);
  }
}
