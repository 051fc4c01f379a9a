import type { Clock } from '../clock.ts';

/** A device whose state was refused, or whose connection was taken, more often than this within a minute is contended. */
const mostRefusals = 5;
const withinMs = 60_000;

/** For so long after it was found to be contended a device is planned in batches of its own, ms. */
export const contendedMs = 600_000;

/** Two trackers with one id are told of anew when nobody has found them for so long, ms. */
export const episodeMs = 2 * contendedMs;

/**
 * A newer connection took a device from one that had not closed. A tracker whose line is bad does that now and then; two
 * with one id do it again and again. Kept with the device's state, so that it counts over all processes.
 */
export function takenOnceMore(before: readonly number[] = [], nowMs: number) {
  const takenMs = [...before, nowMs].filter((timeMs) => timeMs > nowMs - withinMs).slice(-mostRefusals - 1);
  return { isContended: takenMs.length > mostRefusals, takenMs };
}

/**
 * Devices whose state another process writes too, again and again: two trackers with one id, or one that sends through
 * two processes by turns. Each refusal costs its whole batch a second try, so they are kept out of the batches of others.
 */
export interface ContendedDevices {
  /** The state of these devices was refused once more. Returns those that are contended from now on. */
  refused(deviceIds: readonly number[]): readonly number[];
  /** They were refused too often in a row: contended from now on. Returns those that were not before. */
  addAll(deviceIds: readonly number[]): readonly number[];
  has(deviceId: number): boolean;
}

export function createContendedDevices(clock: Clock): ContendedDevices {
  /** When each was refused within the last minute, ms. */
  const refusals = new Map<number, number[]>();
  const untilMs = new Map<number, number>();
  let lookedMs = clock.now();

  const dropOld = (nowMs: number) => {
    if (nowMs - lookedMs < withinMs) return;
    lookedMs = nowMs;
    for (const [id, times] of refusals) if ((times.at(-1) ?? 0) <= nowMs - withinMs) refusals.delete(id);
    for (const [id, endMs] of untilMs) if (endMs <= nowMs) untilMs.delete(id);
  };
  const has = (deviceId: number) => (untilMs.get(deviceId) ?? 0) > clock.now();

  return {
    refused(deviceIds) {
      const nowMs = clock.now();
      dropOld(nowMs);
      const found: number[] = [];
      for (const id of deviceIds) {
        const times = [...(refusals.get(id) ?? []), nowMs].filter((timeMs) => timeMs > nowMs - withinMs);
        refusals.set(id, times);
        if (times.length <= mostRefusals || has(id)) continue;
        untilMs.set(id, nowMs + contendedMs);
        found.push(id);
      }
      return found;
    },
    addAll(deviceIds) {
      const found = deviceIds.filter((id) => !has(id));
      for (const id of found) untilMs.set(id, clock.now() + contendedMs);
      return found;
    },
    has,
  };
}
