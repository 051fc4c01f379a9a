/** One benchmark in a process of its own: whoever waits for it can end it, and all that it started ends with it. */
import type { BenchmarkOptions, BenchmarkResult } from './benchmark.ts';
import { benchmarks } from './benchmarks.ts';
import { runInChild } from './process/run-in-child.ts';

export interface BenchmarkRun {
  readonly name: string;
  readonly options: BenchmarkOptions;
}

export type BenchmarkOutcome = Pick<BenchmarkResult, 'figures' | 'failure'>;

// the exit handlers of what is running end it and remove its folders
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

runInChild<BenchmarkRun, BenchmarkOutcome, string>(async ({ name, options }, parent) => {
  try {
    const benchmark = benchmarks.find((one) => one.name === name);
    if (!benchmark) throw new Error(`there is no ${name}`);
    return { figures: await benchmark.run((text) => parent.send(text), options) };
  } catch (error) {
    console.error(error);
    return { figures: [], failure: String(error) };
  }
});
