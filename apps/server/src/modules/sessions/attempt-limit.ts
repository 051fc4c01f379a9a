import { LRUCache } from 'lru-cache';

export interface AttemptRules {
  /** Failures that cost nothing. */
  readonly free: number;
  /** The wait after the first failure beyond them, doubled with each one more. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** Without a failure for this long, all is forgotten. */
  readonly forgetAfterMs: number;
}

/** Failed attempts by key, each making the next wait longer. Memory is bounded: the keys not used longest go first. */
export interface AttemptLimit {
  /** How long this key must still wait, ms; 0 when it may try. */
  waitMs(key: string): number;
  /** Counts a failure. Call it before the attempt, so that attempts side by side count too, and `forgive` after success. */
  count(key: string): void;
  /** Takes one failure back. */
  forgive(key: string): void;
  /** Forgets the key's failures. */
  reset(key: string): void;
}

interface Record {
  failures: number;
  lastMs: number;
}

export function createAttemptLimit(
  rules: AttemptRules,
  nowMs: () => number,
  mostKeys = 20_000,
): AttemptLimit {
  const records = new LRUCache<string, Record>({ max: mostKeys });
  const recordOf = (key: string): Record => {
    const known = records.get(key);
    return known && nowMs() - known.lastMs < rules.forgetAfterMs ? known : { failures: 0, lastMs: nowMs() };
  };
  return {
    waitMs(key) {
      const { failures, lastMs } = recordOf(key);
      const beyond = failures + 1 - rules.free;
      if (beyond <= 0) return 0;
      const waitMs = Math.min(rules.firstWaitMs * 2 ** (beyond - 1), rules.longestWaitMs);
      return Math.max(0, lastMs + waitMs - nowMs());
    },
    count(key) {
      records.set(key, { failures: recordOf(key).failures + 1, lastMs: nowMs() });
    },
    forgive(key) {
      const { failures, lastMs } = recordOf(key);
      records.set(key, { failures: Math.max(0, failures - 1), lastMs });
    },
    reset(key) {
      records.delete(key);
    },
  };
}
