/**
 * `npm run bench`: measures every figure we claim, each beside its limit, one benchmark after another. Names after it
 * choose some (`npm run bench -- ingest start`); `--memory-minutes=2` watches the page's memory for less than the ten it
 * is claimed for, `--garbage-seconds=10` lets strangers send for less than their sixty, `--backup-rows=200000` fills the nights' backups with less than ten million; `--parts=queue,screen` measures these parts of
 * one that has parts; `--write-docs` puts what was measured into the table of `docs/benchmarks.md`. Ends with 1 when a limit is missed.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumLaunch } from '@atalaia/fixtures/chromium-launch';
import type { Benchmark, BenchmarkOptions, BenchmarkResult } from './benchmark.ts';
import { benchmarks } from './benchmarks.ts';
import { writeDocumentation } from './report/documentation.ts';
import { isMet } from './report/figure.ts';
import { describeMachine } from './report/machine.ts';
import { machineLine, tableOf } from './report/table.ts';

const root = join(import.meta.dirname, '../../..');

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const unknown = names.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown !== undefined) {
    console.error(`bench: there is no ${unknown}; there is ${benchmarks.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  const parts = args
    .find((arg) => arg.startsWith('--parts='))
    ?.slice('--parts='.length)
    .split(',');
  const chosen = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name));
  const known = chosen.flatMap((benchmark) => benchmark.parts ?? []);
  const missing = parts?.find((part) => !known.includes(part));
  if (missing !== undefined || (parts && args.includes('--write-docs'))) {
    console.error(
      missing === undefined
        ? 'bench: --write-docs writes whole benchmarks, so it goes without --parts'
        : `bench: there is no part ${missing}; there is ${known.join(', ') || 'none'}`,
    );
    return 2;
  }
  const machine = describeMachine(chromiumLaunch.executablePath);
  console.log(machineLine(machine));

  const results: BenchmarkResult[] = [];
  const options = {
    memoryMinutes: numberOf(args, '--memory-minutes') ?? 10,
    garbageSeconds: numberOf(args, '--garbage-seconds') ?? 60,
    backupRows: numberOf(args, '--backup-rows') ?? 10_000_000,
    parts,
  };
  for (const benchmark of chosen) results.push(await resultOf(benchmark, options));
  const measuredAt = new Date().toISOString();
  console.log(`\n${tableOf(results)}`);
  writeFileSync(join(root, 'bench.json'), `${JSON.stringify({ measuredAt, machine, results }, null, 2)}\n`);
  if (args.includes('--write-docs')) writeDocumentation(root, measuredAt, machine, results);
  const missed = results.some(({ figures, failure }) => failure !== undefined || !figures.every(isMet));
  return missed ? 1 : 0;
}

function numberOf(args: readonly string[], flag: string): number | undefined {
  const value = args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1);
  return value !== undefined && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

async function resultOf(
  { name, title, run }: Benchmark,
  options: BenchmarkOptions,
): Promise<BenchmarkResult> {
  const startMs = performance.now();
  const seconds = () => Math.round((performance.now() - startMs) / 1000);
  console.error(`\n${name}: ${title}`);
  try {
    const figures = await run((text) => console.error(`  ${seconds()} s  ${text}`), options);
    return { name, title, figures, tookSeconds: seconds() };
  } catch (error) {
    console.error(error);
    return { name, title, figures: [], failure: String(error), tookSeconds: seconds() };
  }
}

// the exit handlers of what is running end it and remove its folders
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

process.exit(await main(process.argv.slice(2)));
