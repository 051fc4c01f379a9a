/** Trackers and viewers of the latency benchmark in one process, so that one clock says when a packet left and came. */
import { setTimeout as sleep } from 'node:timers/promises';
import { drained } from '../ingest/window-load.ts';
import type { FleetTracker } from '../load/fleet.ts';
import { createPacedTracker } from '../load/load-tracker.ts';
import { signInAll } from '../load/sign-in.ts';
import { runInChild } from '../process/run-in-child.ts';
import { createHistogram } from '../report/histogram.ts';
import { keepPace } from './pace.ts';
import { connectViewer, type Viewer, type ViewerPlan } from './viewer.ts';

export interface LatencyLoad {
  readonly origin: string;
  readonly portOffset: number;
  readonly fleet: readonly FleetTracker[];
  /** In the order of the fleet. */
  readonly deviceIds: readonly number[];
  readonly viewers: readonly ViewerPlan[];
  /** Sees everything, and stops reading. */
  readonly stalled: ViewerPlan;
  readonly warmUpMs: number;
  readonly allReadMs: number;
  /** Less than the 30 s after which the server drops a viewer that answers no ping. */
  readonly stalledMs: number;
}

export type LatencyPhase = 'all-read' | 'stalled' | 'over';

export interface LatencyResult {
  /** Packet written to message received, while one viewer is stalled. */
  readonly latencyMs: { readonly p50: number; readonly p99: number };
  readonly shownPerSecond: number;
  /** Devices of a viewer whose last position he was never shown; the stalled one, after he reads again, included. */
  readonly lostNewest: number;
  /** What came to the stalled viewer once he read again: all that was kept for him, in the system's buffers too. */
  readonly retainedBytes: number;
  /** What passed by meanwhile: as much as came to one who sees the same. */
  readonly passedBytes: number;
}

runInChild<LatencyLoad, LatencyResult, LatencyPhase>(async (load, parent) => {
  const seconds = Math.ceil((load.warmUpMs + load.allReadMs + load.stalledMs) / 1000) + 10;
  const firstFixMs = Math.floor(Date.now() / 1000) * 1000;
  const sentAtMs = load.deviceIds.map(() => new Float64Array(seconds));
  const indexOf = new Map(load.deviceIds.map((id, index) => [id, index]));
  const latency = createHistogram();
  let measuring = false;

  const fail = (reason: Error) => {
    throw reason;
  };
  const trackers = load.fleet.map((one) =>
    createPacedTracker(one, { portOffset: load.portOffset, packetCount: seconds, firstFixMs }),
  );
  await signInAll(trackers, 100);

  const shown = (deviceId: number, fixTimeMs: number) => {
    if (!measuring) return;
    const sentMs = sentAtMs[indexOf.get(deviceId) ?? 0]?.[(fixTimeMs - firstFixMs) / 1000];
    if (sentMs) latency.record(performance.now() - sentMs);
  };
  const connect = (plan: ViewerPlan, onPosition: typeof shown) =>
    connectViewer({ ...plan, origin: load.origin, onPosition, onLost: fail });
  const viewers = await Promise.all(load.viewers.map((plan) => connect(plan, shown)));
  const stalled = await connect(load.stalled, () => undefined);

  const pace = keepPace(trackers, (index) => {
    const times = sentAtMs[index];
    const packet = (trackers[index]?.sent ?? 1) - 1;
    if (times) times[packet] = performance.now();
  });
  await sleep(load.warmUpMs);
  parent.send('all-read');
  const receivedBefore = stalled.receivedBytes;
  await sleep(load.allReadMs);
  const bytesPerMs = (stalled.receivedBytes - receivedBefore) / load.allReadMs;
  parent.send('stalled');
  stalled.stall();
  const receivedAtStall = stalled.receivedBytes;
  measuring = true;
  await sleep(load.stalledMs);
  measuring = false;
  parent.send('over');
  await pace.stop();
  await drained(trackers);
  stalled.resume();
  await sleep(2_000);

  const lastFixMs = (deviceId: number) =>
    firstFixMs + ((trackers[indexOf.get(deviceId) ?? 0]?.sent ?? 0) - 1) * 1000;
  const lost = (viewer: Viewer) =>
    viewer.deviceIds.filter((id) => viewer.newestFixMs(id) !== lastFixMs(id)).length;
  const result: LatencyResult = {
    latencyMs: { p50: latency.percentile(50), p99: latency.percentile(99) },
    shownPerSecond: latency.count / (load.stalledMs / 1000),
    lostNewest: [...viewers, stalled].reduce((sum, viewer) => sum + lost(viewer), 0),
    retainedBytes: stalled.receivedBytes - receivedAtStall,
    passedBytes: bytesPerMs * load.stalledMs,
  };
  for (const viewer of [...viewers, stalled]) viewer.close();
  for (const tracker of trackers) tracker.close();
  return result;
});
