/** What the operators of an expression do: of values of the wrong kind they make NaN, which no attribute takes. */

export type ExpressionValue = string | number | boolean;

/** A value on the way: `undefined` where one is missing, `null` as it was written. */
export type Operand = ExpressionValue | null | undefined;

/** Characters of a text that an expression makes; a longer one is a failure. */
export const longestResult = 4000;

type Binary = (left: Operand, right: Operand) => Operand;

const numeric = (work: (left: number, right: number) => number | boolean): Binary => {
  return (left, right) => {
    if (left == null || right == null) return undefined;
    if (typeof left !== 'number' || typeof right !== 'number') return Number.NaN;
    return Number.isNaN(left + right) ? Number.NaN : work(left, right);
  };
};

/** Numbers by size, texts by their letters. */
const ordered = (numbers: (order: number) => boolean): Binary => {
  return (left, right) => {
    if (left == null || right == null) return undefined;
    if (typeof left === 'number' && typeof right === 'number') {
      const order = left - right;
      return Number.isNaN(order) ? Number.NaN : numbers(order);
    }
    if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
    return numbers(left === right ? 0 : left < right ? -1 : 1);
  };
};

/** A missing value equals null and nothing else. */
const same = (left: Operand, right: Operand) => (left ?? null) === (right ?? null);

/** The same, or a text that says this number or flag. */
export const equals = (left: Operand, right: Operand): boolean => {
  if (typeof left === typeof right || left == null || right == null) return same(left, right);
  if (typeof left === 'number' || typeof right === 'number') {
    const texts = [left, right].find((value) => typeof value === 'string');
    return typeof texts === 'string' && texts.trim() !== '' && Number(left) === Number(right);
  }
  return String(left) === String(right);
};

const plus: Binary = (left, right) => {
  if (left == null || right == null) return undefined;
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (typeof left !== 'string' && typeof right !== 'string') return Number.NaN;
  if (Number.isNaN(left) || Number.isNaN(right)) return Number.NaN;
  const joined = `${left}${right}`;
  return joined.length <= longestResult ? joined : Number.NaN;
};

/** All but `&&`, `||` and `??`, which do not always look at their right side. */
export const binaryOperators: ReadonlyMap<string, Binary> = new Map([
  ['+', plus],
  ['-', numeric((left, right) => left - right)],
  ['*', numeric((left, right) => left * right)],
  ['/', numeric((left, right) => left / right)],
  ['%', numeric((left, right) => left % right)],
  ['**', numeric((left, right) => left ** right)],
  ['<', ordered((order) => order < 0)],
  ['<=', ordered((order) => order <= 0)],
  ['>', ordered((order) => order > 0)],
  ['>=', ordered((order) => order >= 0)],
  ['==', equals],
  ['===', same],
  ['!=', (left, right) => !equals(left, right)],
  ['!==', (left, right) => !same(left, right)],
  ['&', numeric((left, right) => left & right)],
  ['|', numeric((left, right) => left | right)],
  ['^', numeric((left, right) => left ^ right)],
  ['<<', numeric((left, right) => left << right)],
  ['>>', numeric((left, right) => left >> right)],
]);

const ofNumber = (work: (value: number) => number) => (value: Operand) =>
  value == null ? undefined : typeof value === 'number' ? work(value) : Number.NaN;

export const unaryOperators: ReadonlyMap<string, (value: Operand) => Operand> = new Map<
  string,
  (value: Operand) => Operand
>([
  ['-', ofNumber((value) => -value)],
  ['+', ofNumber((value) => value)],
  ['~', ofNumber((value) => ~value)],
  ['!', (value) => (value == null ? undefined : !value)],
]);
