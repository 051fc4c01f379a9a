import type { Clock } from '../clock.ts';

/** So much in a moment, and so much a second for ever. */
export interface AllowanceLimits {
  readonly burst: number;
  readonly perSecond: number;
}

/** A bucket that fills steadily and may be overdrawn by its last taker. */
export interface Allowance {
  /** For how long nothing should be taken, ms; 0 while some is left. */
  waitMs(): number;
  /** Returns `waitMs` after it. */
  take(amount: number): number;
}

export function createAllowance({ burst, perSecond }: AllowanceLimits, clock: Clock): Allowance {
  let left = burst;
  let atMs = clock.now();
  const refill = () => {
    const nowMs = clock.now();
    left = Math.min(burst, left + (Math.max(nowMs - atMs, 0) * perSecond) / 1000);
    atMs = nowMs;
  };
  const waitMs = () => (left > 0 ? 0 : Math.ceil((-left * 1000) / perSecond) + 1);
  return {
    waitMs() {
      refill();
      return waitMs();
    },
    take(amount) {
      refill();
      left -= amount;
      return waitMs();
    },
  };
}
