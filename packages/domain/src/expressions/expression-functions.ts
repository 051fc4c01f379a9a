/** The functions an expression may call; none looks outside its arguments. */
import type { Operand } from './expression-operators.ts';

export interface ExpressionFunction {
  readonly leastArguments: number;
  readonly mostArguments: number;
  /** It is asked of a missing argument too. */
  readonly takesMissing?: boolean;
  /** Asked only when no argument is missing, unless it takes that. What it cannot work with gives NaN. */
  call(given: readonly Operand[]): Operand;
}

export const mathematical = (work: (...numbers: number[]) => number, least = 1, most = least) =>
  ({
    leastArguments: least,
    mostArguments: most,
    call: (given) => (given.every((value) => typeof value === 'number') ? work(...given) : Number.NaN),
  }) satisfies ExpressionFunction;

export const textual = (
  work: (text: string, ...rest: readonly Operand[]) => Operand,
  least = 1,
  most = least,
) =>
  ({
    leastArguments: least,
    mostArguments: most,
    call: ([text, ...rest]) => (typeof text === 'string' ? work(text, ...rest) : Number.NaN),
  }) satisfies ExpressionFunction;

const many = 16;

export const expressionFunctions: ReadonlyMap<string, ExpressionFunction> = new Map<
  string,
  ExpressionFunction
>([
  ['abs', mathematical(Math.abs)],
  ['floor', mathematical(Math.floor)],
  ['ceil', mathematical(Math.ceil)],
  ['sqrt', mathematical(Math.sqrt)],
  ['min', mathematical(Math.min, 1, many)],
  ['max', mathematical(Math.max, 1, many)],
  ['round', mathematical(rounded, 1, 2)],
  ['bit', mathematical((value, at) => Math.floor(value / 2 ** at) % 2, 2)],
  ['lower', textual((text) => text.toLowerCase())],
  ['upper', textual((text) => text.toUpperCase())],
  ['length', textual((text) => text.length)],
  ['contains', textual((text, part) => text.includes(String(part)), 2)],
  ['startsWith', textual((text, part) => text.startsWith(String(part)), 2)],
  ['endsWith', textual((text, part) => text.endsWith(String(part)), 2)],
  ['substring', textual((text, from, until) => text.substring(Number(from), toEnd(until)), 2, 3)],
  ['hex', textual((text) => (/^[\da-f]{1,12}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN))],
  ['number', { leastArguments: 1, mostArguments: 1, call: ([value]) => numberOf(value) }],
  ['text', { leastArguments: 1, mostArguments: 1, call: ([value]) => String(value) }],
]);

function rounded(value: number, decimals = 0): number {
  const parts = 10 ** Math.min(Math.max(Math.trunc(decimals), 0), 12);
  return Math.round(value * parts) / parts;
}

function toEnd(until: Operand): number | undefined {
  return until == null ? undefined : Number(until);
}

function numberOf(value: Operand): number {
  if (typeof value === 'string') return value.trim() === '' ? Number.NaN : Number(value);
  return Number(value);
}
