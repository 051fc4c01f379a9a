import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadTracker } from '../load/load-tracker.ts';

export interface Pace {
  /** Sends until told to stop. */
  stop(): Promise<void>;
}

const turnMs = 5;

/** Each tracker sends one packet a second; their turns are spread evenly over it. */
export function keepPace(trackers: readonly LoadTracker[], onSent: (index: number) => void): Pace {
  const startMs = performance.now();
  let running = true;
  let turns = 0;
  const loop = async () => {
    while (running) {
      const due = Math.floor(((performance.now() - startMs) / 1000) * trackers.length);
      for (; turns < due; turns += 1) {
        const index = turns % trackers.length;
        if (trackers[index]?.send(1) === 1) onSent(index);
        else throw new Error('a tracker has no packets left');
      }
      await sleep(turnMs);
    }
  };
  const finished = loop();
  return {
    async stop() {
      running = false;
      await finished;
    },
  };
}
