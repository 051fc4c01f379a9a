import { markdownTable } from '@atalaia/fixtures/markdown-table';
import type { BenchmarkResult } from '../benchmark.ts';
import { type Figure, isMet, type Limit } from './figure.ts';
import type { Machine } from './machine.ts';

const head = ['figure', 'unit', 'measured', 'p50', 'p99', 'limit', 'met'];

/** The results as the rows of a Markdown table, which reads as well in a terminal. */
export function tableOf(results: readonly BenchmarkResult[]): string {
  const rows = results.flatMap(({ title, figures, failure }) => [
    [`**${title}**`, '', '', '', '', '', failure === undefined ? '' : 'failed'],
    ...figures.map(rowOf),
  ]);
  return markdownTable(head, rows);
}

function rowOf(figure: Figure): string[] {
  const { name, unit, measured, p50, p99, limits = [] } = figure;
  const met = limits.length === 0 ? '' : isMet(figure) ? 'yes' : 'NO';
  return [name, unit, shown(measured), shown(p50), shown(p99), shownLimits(figure), met];
}

export const shownLimits = ({ limits = [] }: Figure): string => limits.map(shownLimit).join(', ');

/** All that was measured of it, as text. */
export function shownFigure({ unit, measured, p50, p99 }: Figure): string {
  const numbers = [
    measured === undefined ? '' : shown(measured),
    p50 === undefined ? '' : `p50 ${shown(p50)}`,
    p99 === undefined ? '' : `p99 ${shown(p99)}`,
  ].filter((number) => number !== '');
  return `${numbers.join(', ')} ${unit === 'ratio' ? '' : unit}`.trim();
}

function shownLimit({ of, is, value }: Limit): string {
  return `${of === 'measured' ? '' : `${of} `}${is === 'at most' ? '≤' : '≥'} ${shown(value)}`;
}

function shown(value: number | undefined): string {
  if (value === undefined) return '';
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function machineLine(machine: Machine): string {
  const { processor, cores, memoryGib, system, node, postgres, browser } = machine;
  return `${processor}, ${cores} cores, ${memoryGib} GiB, ${system}; Node ${node}, ${postgres}, ${browser}`;
}
