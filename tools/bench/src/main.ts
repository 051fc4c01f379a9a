/**
 * `npm run bench`: measures every figure we claim, each beside its limit, one benchmark after another. Names after it
 * choose some (`npm run bench -- ingest start`); `--memory-minutes=2` watches the page's memory for less than the ten it
 * is claimed for, `--garbage-seconds=10` lets strangers send for less than their sixty, `--backup-rows=200000` fills the nights' backups with less than ten million; `--parts=queue,screen` measures these parts of
 * one that has parts; `--write-docs` puts what was measured into the table of `docs/benchmarks.md`. A benchmark whose step is
 * not over after ten minutes, or what it says of itself, is ended with a word on that step. Ends with 1 when a limit is missed.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromiumLaunch } from '@atalaia/fixtures/chromium-launch';
import {
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  usualStepMinutes,
} from './benchmark.ts';
import type { BenchmarkOutcome, BenchmarkRun } from './benchmark-process.ts';
import { benchmarks } from './benchmarks.ts';
import { startChild } from './process/child.ts';
import { limitSteps } from './process/step-limit.ts';
import { writeDocumentation } from './report/documentation.ts';
import { isMet } from './report/figure.ts';
import { describeMachine } from './report/machine.ts';
import { machineLine, tableOf } from './report/table.ts';

const root = join(import.meta.dirname, '../../..');

const flags = {
  'memory-minutes': { type: 'string', default: '10' },
  'garbage-seconds': { type: 'string', default: '60' },
  'backup-rows': { type: 'string', default: '10000000' },
  parts: { type: 'string' },
  'write-docs': { type: 'boolean', default: false },
} as const;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals: names } = parseArgs({
    ...{ args: [...args], options: flags, allowPositionals: true },
  });
  const parts = values.parts?.split(',');
  const chosen = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name));
  const refusal = refusalOf(names, chosen, parts, values['write-docs']);
  if (refusal !== undefined) {
    console.error(`bench: ${refusal}`);
    return 2;
  }
  const options = {
    memoryMinutes: numberOf(values['memory-minutes']),
    garbageSeconds: numberOf(values['garbage-seconds']),
    backupRows: numberOf(values['backup-rows']),
    parts,
  };
  const machine = describeMachine(chromiumLaunch.executablePath);
  console.log(machineLine(machine));

  const results: BenchmarkResult[] = [];
  for (const benchmark of chosen) results.push(await resultOf(benchmark, options));
  const measuredAt = new Date().toISOString();
  console.log(`\n${tableOf(results)}`);
  writeFileSync(join(root, 'bench.json'), `${JSON.stringify({ measuredAt, machine, results }, null, 2)}\n`);
  if (values['write-docs']) writeDocumentation(root, measuredAt, machine, results);
  const missed = results.some(({ figures, failure }) => failure !== undefined || !figures.every(isMet));
  return missed ? 1 : 0;
}

/** Why nothing is measured; undefined where nothing is against it. */
function refusalOf(
  names: readonly string[],
  chosen: readonly Benchmark[],
  parts: readonly string[] | undefined,
  writesDocs: boolean,
): string | undefined {
  const unknown = names.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown !== undefined)
    return `there is no ${unknown}; there is ${benchmarks.map(({ name }) => name).join(', ')}`;
  const known = chosen.flatMap((benchmark) => benchmark.parts ?? []);
  const missing = parts?.find((part) => !known.includes(part));
  if (missing !== undefined) return `there is no part ${missing}; there is ${known.join(', ') || 'none'}`;
  return parts && writesDocs ? '--write-docs writes whole benchmarks, so it goes without --parts' : undefined;
}

/** Throws for what is no number: a benchmark of another size than the one that was asked for would be believed. */
function numberOf(value: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(value)) throw new Error(`${value} is not a number`);
  return Number(value);
}

const minuteMs = 60_000;

async function resultOf(
  { name, title, stepMinutes }: Benchmark,
  options: BenchmarkOptions,
): Promise<BenchmarkResult> {
  const startMs = performance.now();
  const seconds = () => Math.round((performance.now() - startMs) / 1000);
  console.error(`\n${name}: ${title}`);
  const steps = limitSteps((stepMinutes?.(options) ?? usualStepMinutes) * minuteMs);
  const say = (text: string) => {
    steps.begins(text);
    console.error(`  ${seconds()} s  ${text}`);
  };
  const file = new URL('./benchmark-process.ts', import.meta.url);
  const child = startChild<BenchmarkRun, BenchmarkOutcome, string>(file, { name, options }, say);
  try {
    return { name, title, ...(await steps.within(child.output)), tookSeconds: seconds() };
  } catch (error) {
    console.error(error);
    return { name, title, figures: [], failure: String(error), tookSeconds: seconds() };
  } finally {
    await child.end();
  }
}

// what is running ends with us, and removes its folders
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

process.exit(
  await main(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message);
    return 2;
  }),
);
