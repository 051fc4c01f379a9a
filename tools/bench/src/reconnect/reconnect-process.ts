/** Trackers that connect, sign in and send one position each, in a process of their own. */
import type { FleetTracker } from '../load/fleet.ts';
import { createPacedTracker, type LoadTracker } from '../load/load-tracker.ts';
import { signInAll } from '../load/sign-in.ts';
import { runInChild } from '../process/run-in-child.ts';
import { spreadOfTimes } from '../report/samples.ts';

export interface ReconnectLoad {
  readonly portOffset: number;
  readonly fleet: readonly FleetTracker[];
  /** Connections started before the first of them stands. */
  readonly atOnce: number;
  readonly fixMs: number;
}

export interface ReconnectResult {
  /** Until all are signed in and the first position of each is acknowledged. */
  readonly allMs: number;
  /** One tracker's wait, from the moment when all begin. */
  readonly signedInMs: { readonly p50: number; readonly p99: number };
  readonly committedMs: { readonly p50: number; readonly p99: number };
}

/** As many trackers speak from one address, so that none runs out of ports. */
const trackersPerAddress = 500;

runInChild<ReconnectLoad, ReconnectResult>(async ({ portOffset, fleet, atOnce, fixMs }) => {
  const signedIn: number[] = [];
  const committed: number[] = [];
  const done = Promise.withResolvers<void>();
  let startMs = 0;
  const trackers = fleet.map((one, index) =>
    createPacedTracker(one, {
      ...{ portOffset, packetCount: 1, firstFixMs: fixMs },
      localAddress: `127.0.1.${1 + Math.floor(index / trackersPerAddress)}`,
      onAcknowledged: () => {
        committed.push(performance.now() - startMs);
        if (committed.length === fleet.length) done.resolve();
      },
      onLost: (_tracker, reason) => done.reject(reason),
    }),
  );
  // each sends as soon as it is signed in, as a tracker does
  const eager = trackers.map(
    (tracker): LoadTracker => ({
      ...tracker,
      async signIn() {
        await tracker.signIn();
        signedIn.push(performance.now() - startMs);
        tracker.send(1);
      },
    }),
  );
  startMs = performance.now();
  await Promise.all([signInAll(eager, atOnce), done.promise]);
  const allMs = performance.now() - startMs;
  for (const tracker of trackers) tracker.close();
  return { allMs, signedInMs: spreadOfTimes(signedIn), committedMs: spreadOfTimes(committed) };
});
