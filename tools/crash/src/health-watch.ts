/** Asks `/health` all the time while faults come and go, and holds each answer against what it must say. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Answers of `/health` in one minute. */
export interface HealthMinute {
  ready: number;
  /** With the cause of what was done then. */
  told: number;
  /** Neither, while nothing was asked of it: a fault has 5 s to be told, and its end is waited for. */
  open: number;
  /** Ready with a fault that nothing is stored beside, or not ready with none. */
  wrong: number;
}

export interface HealthWatch {
  readonly minutes: readonly HealthMinute[];
  /** What it was to say and what it said, of each wrong answer. */
  readonly wrongs: readonly string[];
  /** `ready`, one of these causes, or not judged for now. */
  expect(what: 'ready' | 'anything' | readonly string[]): void;
  end(): Promise<void>;
}

export const askEveryMs = 500;

export function watchHealth(origin: string): HealthWatch {
  const minutes: HealthMinute[] = [];
  const wrongs: string[] = [];
  const startMs = performance.now();
  let expected: 'ready' | 'anything' | readonly string[] = 'anything';
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await sleep(askEveryMs)) {
      const wanted = expected;
      const answer = await fetch(`${origin}/health`)
        .then(async (response) => (await response.json()) as { status?: string; cause?: string })
        .catch(() => undefined);
      // it was asked before this began, or answered after it ended
      const kind = wanted !== expected || wanted === 'anything' ? 'open' : judged(wanted, answer);
      minutes[Math.floor((performance.now() - startMs) / 60_000)] ??= {
        ready: 0,
        told: 0,
        open: 0,
        wrong: 0,
      };
      const minute = minutes[Math.floor((performance.now() - startMs) / 60_000)];
      if (minute) minute[kind] += 1;
      if (kind === 'wrong') {
        const seconds = Math.round((performance.now() - startMs) / 1000);
        wrongs.push(`/health after ${seconds} s, where it was to say ${wanted}: ${JSON.stringify(answer)}`);
      }
    }
  })();
  return {
    minutes,
    wrongs,
    expect(what) {
      expected = what;
    },
    async end() {
      isOver = true;
      await watching;
    },
  };
}

function judged(
  wanted: 'ready' | readonly string[],
  answer: { readonly status?: string; readonly cause?: string } | undefined,
): keyof HealthMinute {
  if (wanted === 'ready') return answer?.status === 'ready' ? 'ready' : 'wrong';
  return answer?.status !== 'ready' && wanted.includes(answer?.cause ?? '') ? 'told' : 'wrong';
}
