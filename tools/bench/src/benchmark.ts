import type { Figure } from './report/figure.ts';

/** Something we claim, and how it is measured: with fresh processes of its own, all gone when it returns. */
export interface Benchmark {
  /** As it is asked for: `npm run bench -- name`. */
  readonly name: string;
  readonly title: string;
  /** `say` tells a person who waits what is going on. */
  run(say: (text: string) => void): Promise<readonly Figure[]>;
}

export interface BenchmarkResult {
  readonly name: string;
  readonly title: string;
  readonly figures: readonly Figure[];
  /** Why it could not be measured to its end. */
  readonly failure?: string;
  readonly tookSeconds: number;
}
