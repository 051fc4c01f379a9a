/** The trackers of the ingest benchmark, in a process of their own. */
import type { FleetTracker } from '../load/fleet.ts';
import { createLoadTracker } from '../load/load-tracker.ts';
import { encodePackets, type LoadProtocol, loadWires } from '../load/packets.ts';
import { signInAll } from '../load/sign-in.ts';
import { runInChild } from '../process/run-in-child.ts';
import { createWindowLoad, type WindowPhase, type WindowResult } from './window-load.ts';

export interface IngestLoad {
  readonly portOffset: number;
  readonly fleet: readonly FleetTracker[];
  readonly positionsPerPacket: Readonly<Record<LoadProtocol, number>>;
  /** Positions encoded for each tracker beforehand; who is through with them gets as many more. */
  readonly positionsPerTracker: number;
  /** Fix time of the first positions, ms since 1970 UTC. */
  readonly firstFixMs: number;
  /** See `LoadPlan`. */
  readonly ignitionOffEvery?: number;
  readonly phases: readonly WindowPhase[];
}

export interface IngestLoadResult {
  /** One a phase, in order. */
  readonly results: readonly WindowResult[];
  /** Positions acknowledged over all phases. */
  readonly acknowledged: number;
}

runInChild<IngestLoad, IngestLoadResult>(async (load) => {
  const windowLoad = createWindowLoad();
  const trackers = load.fleet.map(({ protocol, uniqueId }) => {
    const positionsPerPacket = load.positionsPerPacket[protocol];
    const packetsAfter = (after: number) =>
      encodePackets({
        protocol,
        uniqueId,
        positionsPerPacket,
        packetCount: Math.ceil(load.positionsPerTracker / positionsPerPacket),
        after,
        firstFixMs: load.firstFixMs,
        stepMs: 1000,
        ...(load.ignitionOffEvery && { ignitionOffEvery: load.ignitionOffEvery }),
      });
    return createLoadTracker({
      packets: packetsAfter(0),
      morePackets: packetsAfter,
      host: '127.0.0.1',
      port: loadWires[protocol].port + load.portOffset,
      onAcknowledged: windowLoad.acknowledged,
      onLost: (_tracker, reason) => {
        throw reason;
      },
    });
  });
  await signInAll(trackers, 100);
  const results: WindowResult[] = [];
  for (const phase of load.phases) results.push(await windowLoad.run(trackers, phase));
  const acknowledged = trackers.reduce(
    (sum, { acknowledged, packets }) => sum + acknowledged * packets.positionsPerPacket,
    0,
  );
  for (const tracker of trackers) tracker.close();
  return { results, acknowledged };
});
