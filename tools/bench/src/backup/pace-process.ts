/** Trackers that send one position a second each, first alone and then while something else is at work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { drained } from '../ingest/window-load.ts';
import { keepPace } from '../latency/pace.ts';
import type { FleetTracker } from '../load/fleet.ts';
import { createPacedTracker } from '../load/load-tracker.ts';
import { signInAll } from '../load/sign-in.ts';
import { runInChild } from '../process/run-in-child.ts';
import { createHistogram } from '../report/histogram.ts';

export interface PacedLoad {
  readonly portOffset: number;
  readonly fleet: readonly FleetTracker[];
  readonly warmUpMs: number;
  /** Of each of the two phases. */
  readonly measureMs: number;
  /** Between them, when what they are measured beside takes its time to begin. */
  readonly betweenMs?: number;
}

export type PacedPhase = 'alone' | 'between' | 'beside' | 'over';

export interface RoundTrips {
  readonly p50: number;
  readonly p99: number;
}

export interface PacedResult {
  /** From packet to acknowledgement, ms. */
  readonly alone: RoundTrips;
  readonly beside: RoundTrips;
}

runInChild<PacedLoad, PacedResult, PacedPhase>(async (load, parent) => {
  const { betweenMs = 0 } = load;
  const seconds = Math.ceil((load.warmUpMs + 2 * load.measureMs + betweenMs) / 1000) + 10;
  const firstFixMs = Math.floor(Date.now() / 1000) * 1000 - seconds * 1000;
  let roundTrips = createHistogram();
  const trackers = load.fleet.map((one) =>
    createPacedTracker(one, {
      portOffset: load.portOffset,
      packetCount: seconds,
      firstFixMs,
      onAcknowledged: (_tracker, _count, roundTripMs) => roundTrips.record(roundTripMs),
    }),
  );
  await signInAll(trackers, 100);
  const pace = keepPace(trackers, () => undefined);
  await sleep(load.warmUpMs);

  /** A parent that has seen enough waits for no more. */
  const untilStopped = (ms: number) => sleep(ms, undefined, { signal: parent.stop }).catch(() => undefined);
  const measure = async (phase: PacedPhase): Promise<RoundTrips> => {
    roundTrips = createHistogram();
    parent.send(phase);
    await untilStopped(load.measureMs);
    return { p50: roundTrips.percentile(50), p99: roundTrips.percentile(99) };
  };
  const alone = await measure('alone');
  if (betweenMs > 0) {
    parent.send('between');
    await untilStopped(betweenMs);
  }
  const beside = await measure('beside');
  parent.send('over');
  await pace.stop();
  await drained(trackers);
  for (const tracker of trackers) tracker.close();
  return { alone, beside };
});
