import type { LoadTracker } from './load-tracker.ts';

/** Signs in all trackers, so many at a time; the first refusal rejects. */
export async function signInAll(trackers: readonly LoadTracker[], atOnce: number): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let tracker = trackers[next++]; tracker; tracker = trackers[next++]) await tracker.signIn();
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, trackers.length) }, worker));
}
