/** When a message that did not go out is tried again: about 15 s, 1, 4, 16 and 64 min after the last attempt. */
const firstWaitMs = 15_000;
const growth = 4;
export const mostAttempts = 6;

export function tooManyAttempts(attempts: number): boolean {
  return attempts >= mostAttempts;
}

/**
 * After `attempts` that failed, from 1. Between half the wait and the whole, by chance, so that those that failed
 * together do not come together again; never before the other side asked to be called.
 */
export function nextTryMs(
  nowMs: number,
  attempts: number,
  retryAfterMs = 0,
  chance: () => number = Math.random,
): number {
  const waitMs = firstWaitMs * growth ** (attempts - 1);
  return nowMs + Math.max(retryAfterMs, Math.round(waitMs * (0.5 + chance() / 2)));
}
