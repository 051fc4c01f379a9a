/** Trackers that send as fast as they are answered, until told to stop or cut off. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetTracker } from '../load/fleet.ts';
import { createPacedTracker } from '../load/load-tracker.ts';
import { signInAll } from '../load/sign-in.ts';
import { runInChild } from '../process/run-in-child.ts';

export interface EndlessLoad {
  readonly portOffset: number;
  readonly fleet: readonly FleetTracker[];
  readonly firstFixMs: number;
}

const packetCount = 3000;
const windowPositions = 40;

runInChild<EndlessLoad, number, 'loading'>(async ({ portOffset, fleet, firstFixMs }, parent) => {
  const trackers = fleet.map((one) =>
    createPacedTracker(one, {
      ...{ portOffset, packetCount, firstFixMs },
      onAcknowledged: (tracker, packets) => tracker.send(packets),
      onLost: () => undefined,
    }),
  );
  await signInAll(trackers, 100);
  parent.send('loading');
  for (const tracker of trackers) tracker.send(windowPositions);
  while (!parent.stop.aborted) await sleep(20);
  for (const tracker of trackers) tracker.close();
  return trackers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
});
