import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchmarkResult } from '../benchmark.ts';
import type { Machine } from './machine.ts';
import { machineLine, tableOf } from './table.ts';

const begin = '<!-- measured: written by `npm run bench -- --write-docs` -->';
const end = '<!-- /measured -->';

/** Replaces what is between the marks in `docs/benchmarks.md`. Throws when the marks are not there. */
export function writeDocumentation(
  root: string,
  measuredAt: string,
  machine: Machine,
  results: readonly BenchmarkResult[],
): void {
  const path = join(root, 'docs/benchmarks.md');
  const text = readFileSync(path, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${path} has lost the marks of its table`);
  const day = measuredAt.slice(0, 10);
  const measured = `Measured on ${day}: ${machineLine(machine)}.\n\n${tableOf(results)}`;
  writeFileSync(path, `${before}${begin}\n\n${measured}\n\n${end}${after}`);
}
