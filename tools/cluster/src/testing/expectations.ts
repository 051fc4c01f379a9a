import type { CrashTracker } from '@atalaia/crash/crash-tracker';
import { expect } from 'vitest';
import type { Viewer } from '../viewer.ts';

/** Each of them is told that so many positions more are stored. */
export async function untilAcknowledged(trackers: readonly CrashTracker[], more: number): Promise<void> {
  const wanted = trackers.map(({ acknowledged }) => acknowledged + more);
  await expect
    .poll(() => trackers.filter((one, index) => one.acknowledged < (wanted[index] ?? 0)).length)
    .toBe(0);
}

/** Each screen shows what the tracker was told is stored by now, or something newer. */
export async function untilShown(
  viewers: readonly Viewer[],
  id: number,
  { firstFixMs, acknowledged }: CrashTracker,
): Promise<void> {
  const wantedMs = firstFixMs + (acknowledged - 1) * 1000;
  await expect
    .poll(() => viewers.filter((viewer) => (viewer.newest(id)?.fixTimeMs ?? 0) < wantedMs).length)
    .toBe(0);
}

export const untilLive = (viewer: Viewer, isLive: boolean): Promise<void> =>
  expect.poll(() => viewer.isConnected && viewer.isLive).toBe(isLive);
