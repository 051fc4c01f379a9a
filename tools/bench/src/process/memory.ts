/** Watches how much memory a process holds (Linux: resident, from /proc). */
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
