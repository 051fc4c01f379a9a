import type { Figure } from './report/figure.ts';

export const usualStepMinutes = 10;

/** Something we claim, and how it is measured: with fresh processes of its own, all ended when it returns. */
export interface Benchmark {
  /** As it is requested: `npm run bench -- name`. */
  readonly name: string;
  readonly title: string;
  /** What `--parts=` may choose of it; absent where it is measured whole. */
  readonly parts?: readonly string[];
  /** How long a step that it has told of may take before it counts as hung; `usualStepMinutes` where it is absent. */
  stepMinutes?(options: BenchmarkOptions): number;
  /** `say` tells a person who waits what is continuing, and begins the time of the next step. */
  run(say: (text: string) => void, options: BenchmarkOptions): Promise<readonly Figure[]>;
}

export interface BenchmarkOptions {
  /** How long the page's memory is watched: `--memory-minutes=2` for a quick look, else as long as the claim says. */
  readonly memoryMinutes: number;
  /** How long strangers send garbage: `--garbage-seconds=10` for a quick look. */
  readonly garbageSeconds: number;
  /** Rows of the first backup: `--backup-rows=200000` for a quick look, else as many as the claim says. */
  readonly backupRows: number;
  /** Which of its parts are measured (`--parts=queue,screen` of `desk`); undefined for all. */
  readonly parts: readonly string[] | undefined;
}

export interface BenchmarkResult {
  readonly name: string;
  readonly title: string;
  readonly figures: readonly Figure[];
  /** Why it could not be measured to its end. */
  readonly failure?: string;
  readonly tookSeconds: number;
}
