/** How much memory a process holds (Linux, from /proc): resident, and what it shares with no other. */
import { readFileSync } from 'node:fs';

export interface MemorySample {
  readonly atMs: number;
  readonly mib: number;
}

export interface MemoryWatch {
  /** Since the last call. */
  take(): readonly MemorySample[];
  stop(): void;
}

const everyMs = 250;

export function watchMemory(pid: number): MemoryWatch {
  let samples: MemorySample[] = [];
  const timer = setInterval(() => samples.push({ atMs: performance.now(), mib: residentMib(pid) }), everyMs);
  return {
    take() {
      const taken = samples;
      samples = [];
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}

function residentMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

/** What no other process shares, MiB: its heaps, and the pages of its files that it alone has in memory. */
export function privateMib(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const parts = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)].map(([, kib]) => Number(kib));
  if (parts.length !== 2) throw new Error(`/proc does not tell the private memory of ${pid}`);
  return parts.reduce((sum, kib) => sum + kib) / 1024;
}

/** The steady growth in a stretch of samples, MiB a second: the slope of the line of least squares. */
export function growthPerSecond(samples: readonly MemorySample[]): number {
  const count = samples.length;
  const meanAt = samples.reduce((sum, { atMs }) => sum + atMs, 0) / count;
  const meanMib = samples.reduce((sum, { mib }) => sum + mib, 0) / count;
  let across = 0;
  let along = 0;
  for (const { atMs, mib } of samples) {
    across += (atMs - meanAt) * (mib - meanMib);
    along += (atMs - meanAt) ** 2;
  }
  return (across / along) * 1000;
}
