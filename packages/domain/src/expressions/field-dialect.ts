/**
 * What the field's own expressions (JEXL) write in other words, so that those that move in from there work as they are:
 *
 *     math:round(attributes.adc1 * 0.1) gt 5 and not ignition
 *     device.name =^ 'VAN' or protocol =~ ['gt06', 'h02']
 *     attributes['result'].contains('OK') ? 'yes' : 'no'
 *     lastOdometer ?: 0
 *
 * Not taken over: regular expressions (`=~` with a text), since one can take for ever; whole numbers divided to a whole
 * number (`3 / 2` is 1.5 here); assignments, loops, `new`.
 */
import jsep, { type Expression } from 'jsep';
import { type ExpressionFunction, mathematical, textual } from './expression-functions.ts';
import type { Operand } from './expression-operators.ts';

/** Of each word the operator that it means, with the operator's rank. */
const words: Readonly<Record<string, readonly [operator: string, rank: number]>> = {
  and: ['&&', 2],
  or: ['||', 1],
  eq: ['==', 6],
  ne: ['!=', 6],
  lt: ['<', 7],
  le: ['<=', 7],
  gt: ['>', 7],
  ge: ['>=', 7],
  div: ['/', 10],
  mod: ['%', 10],
};

const matching = ['=~', '!~', '=^', '!^', '=$', '!$'];

for (const [word, [, rank]] of Object.entries(words)) jsep.addBinaryOp(word, rank);
for (const operator of matching) jsep.addBinaryOp(operator, 6);
jsep.addBinaryOp('?:', 0.9);
jsep.addUnaryOp('not');

/** The operator that a word means; any other is its own. */
export function operatorOf(word: string): string {
  if (word === 'not') return '!';
  return words[word]?.[0] ?? word;
}

/** `math:round(x)` as the library can read it; every character stays where it was. */
export function readableText(text: string): string {
  const closed = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\bmath:(?=[a-z])/gi;
  return text.replace(/[;\s]+$/, '').replace(closed, (found) => (found === 'math:' ? 'math_' : found));
}

const ownOfDevice: ReadonlySet<string> = new Set(['id', 'name', 'uniqueId', 'category', 'groupId']);

/**
 * The variable that a path names: `attributes.x` and `position.attributes.x` the attribute, also where a field is called
 * the same; `position.x` the field; `device.x` what the device is. Undefined for any other path.
 */
export function variableAt(node: Expression): string | undefined {
  const path = pathOf(node);
  if (path === undefined || path.length < 2) return undefined;
  const [root = '', ...rest] = path[0] === 'position' ? path.slice(1) : path;
  if (root === 'attributes' && rest.length === 1) return `attributes.${rest[0]}`;
  if (root === 'device' && path[0] === 'device' && rest.length === 1 && ownOfDevice.has(rest[0] ?? ''))
    return `device.${rest[0]}`;
  return path[0] === 'position' && rest.length === 0 && root !== 'attributes' ? root : undefined;
}

function pathOf(node: Expression): readonly string[] | undefined {
  if (node.type === 'Identifier') return [String(node.name)];
  if (node.type !== 'MemberExpression') return undefined;
  const { object, property, computed } = node as unknown as {
    readonly object: Expression;
    readonly property: Expression;
    readonly computed: boolean;
  };
  const before = pathOf(object);
  const name = computed ? property.value : property.name;
  return before && typeof name === 'string' ? [...before, name] : undefined;
}

const methods: ReadonlyMap<string, string> = new Map([
  ['toLowerCase', 'lower'],
  ['toUpperCase', 'upper'],
  ...['length', 'contains', 'startsWith', 'endsWith', 'substring', 'trim', 'isEmpty', 'indexOf'].map(
    (name) => [name, name] as const,
  ),
]);

/** `x.contains(y)`: the function that it calls, and what it is called on; undefined for no such call. */
export function methodOf(callee: Expression): { readonly name: string; readonly on: Expression } | undefined {
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined;
  const { object, property } = callee as unknown as {
    readonly object: Expression;
    readonly property: Expression;
  };
  const name = methods.get(String(property.name));
  return name === undefined ? undefined : { name, on: object };
}

const fieldFunctions: ReadonlyMap<string, ExpressionFunction> = new Map<string, ExpressionFunction>([
  ...(
    'abs acos asin atan cbrt ceil cos cosh exp expm1 floor log log10 log1p rint round signum sin sinh sqrt tan tanh'.split(
      ' ',
    ) as readonly string[]
  ).map((name) => [`math_${name}`, mathematical(mathOf(name))] as const),
  ...(['atan2', 'hypot', 'max', 'min', 'pow'] as const).map(
    (name) => [`math_${name}`, mathematical(Math[name], 2)] as const,
  ),
  ['math_floorDiv', mathematical((left, right) => Math.floor(left / right), 2)],
  ['math_floorMod', mathematical((left, right) => left - Math.floor(left / right) * right, 2)],
  ['math_toDegrees', mathematical((radians) => (radians * 180) / Math.PI)],
  ['math_toRadians', mathematical((degrees) => (degrees * Math.PI) / 180)],
  ['trim', textual((text) => text.trim())],
  ['isEmpty', textual((text) => text === '')],
  ['indexOf', textual((text, part) => text.indexOf(String(part)), 2)],
  ['size', textual((text) => text.length)],
  [
    'empty',
    {
      ...{ leastArguments: 1, mostArguments: 1, takesMissing: true },
      call: ([value]) => value == null || value === '' || value === 0 || Number.isNaN(value),
    },
  ],
]);

/** A function that the field has and this language calls otherwise or not at all. */
export function fieldFunction(name: string): ExpressionFunction | undefined {
  return fieldFunctions.get(name);
}

function mathOf(name: string): (value: number) => number {
  if (name === 'signum') return Math.sign;
  if (name === 'rint') return halfToEven;
  return Math[name as 'abs'];
}

function halfToEven(value: number): number {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + Math.abs(below % 2) : Math.round(value);
}

/** `a =^ 'x'` and its kin, of texts; undefined for another operator. */
export function matchingOf(operator: string): ((left: Operand, right: Operand) => Operand) | undefined {
  const sign = operator.charAt(1);
  if (!matching.includes(operator) || sign === '~') return undefined;
  return (left, right) => {
    if (left == null || right == null) return undefined;
    if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
    return (sign === '^' ? left.startsWith(right) : left.endsWith(right)) === (operator.charAt(0) === '=');
  };
}
