/** The table of `docs/benchmarks.md`: what was measured takes the place of the rows of the same benchmark, the others stay. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '@atalaia/fixtures/markdown-table';
import type { BenchmarkResult } from '../benchmark.ts';
import { isMet } from './figure.ts';
import type { Machine } from './machine.ts';
import { machineLine, shownFigure, shownLimits } from './table.ts';

const begin = '<!-- measured: written by `npm run bench -- --write-docs` -->';
const end = '<!-- /measured -->';
const head = ['benchmark', 'figure', 'seen', 'asked', 'met', 'on'];
const machineIs = 'Machine of the last run: ';

/** Throws when the marks, or the table between them, are not there. */
export function writeDocumentation(
  root: string,
  measuredAt: string,
  machine: Machine,
  results: readonly BenchmarkResult[],
): void {
  const path = join(root, 'docs/benchmarks.md');
  writeFileSync(path, withResults(readFileSync(path, 'utf8'), measuredAt, machine, results));
}

export function withResults(
  page: string,
  measuredAt: string,
  machine: Machine,
  results: readonly BenchmarkResult[],
): string {
  const [before, rest] = page.split(begin);
  const [between, after] = rest?.split(end) ?? [];
  if (before === undefined || between === undefined || after === undefined)
    throw new Error('docs/benchmarks.md has lost the marks of its table');
  const lines = between.trim().split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  if (first < 0) throw new Error('docs/benchmarks.md has lost its table');
  const last = lines.findLastIndex((line) => line.startsWith('|'));
  const notes = lines.slice(0, first).filter((line) => !line.startsWith(machineIs));
  const rows = lines
    .slice(first + 2, last + 1)
    .filter((line) => line.startsWith('|'))
    .map(cellsOf);
  const text = [
    `${machineIs}${machineLine(machine)}.`,
    ...[notes.join('\n').trim(), markdownTable(head, replaced(rows, results, measuredAt.slice(0, 10)))],
    lines
      .slice(last + 1)
      .join('\n')
      .trim(),
  ];
  return `${before}${begin}\n\n${text.filter((part) => part !== '').join('\n\n')}\n\n${end}${after}`;
}

/** A benchmark that could not be measured to its end changes nothing. */
function replaced(
  rows: readonly string[][],
  results: readonly BenchmarkResult[],
  day: string,
): readonly string[][] {
  const measured = new Map(
    results.flatMap(({ name, figures, failure }) =>
      failure === undefined ? [[name, figures.map((figure) => rowOf(name, figure, day))] as const] : [],
    ),
  );
  const written = new Set<string>();
  const take = (name: string) => {
    if (written.has(name)) return [];
    written.add(name);
    return measured.get(name) ?? [];
  };
  const kept = rows.flatMap((row) => (measured.has(row[0] ?? '') ? take(row[0] ?? '') : [row]));
  return [...kept, ...[...measured.keys()].flatMap(take)];
}

function rowOf(name: string, figure: BenchmarkResult['figures'][number], day: string): string[] {
  const met = figure.limits?.length ? (isMet(figure) ? 'met' : 'missed') : '';
  return [name, figure.name, shownFigure(figure), shownLimits(figure), met, day];
}

/** Without the empty ones before the first bar and behind the last. */
const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
