/**
 * Computed attributes: a small language over a position's values, read by the library jsep (which knows the usual
 * operators and their order) and compiled to closures. Nothing is ever evaluated as program text, there is no way to a
 * property, a loop, an assignment or a definition, and so the work is bounded by the length of the text.
 *
 *     power > 13 && speed < 1 ? 'charging' : 'idle'
 *     round(adc1 * 0.0125 - 1.2, 1)
 *     (lastOdometer ?? odometer) <= odometer
 *
 * Values: numbers, texts in quotes, true, false, null. Operators: ?: ?? || && ! == != < <= > >= + - * / % ** & | ^ ~
 * << >>. Functions: see `expression-functions.ts`; the field's own words: see `field-dialect.ts`. A value that is missing
 * makes what is worked out of it missing; `??` and `== null` need that.
 */
import jsep, { type Expression } from 'jsep';
import { expressionFunctions } from './expression-functions.ts';
import {
  binaryOperators,
  type ExpressionValue,
  equals,
  longestResult,
  type Operand,
  unaryOperators,
} from './expression-operators.ts';
import { type Variables, variableNamed } from './expression-variables.ts';
import {
  fieldFunction,
  matchingOf,
  methodOf,
  operatorOf,
  readableText,
  variableAt,
} from './field-dialect.ts';

export interface ExpressionError {
  readonly reason: 'empty' | 'too-long' | 'syntax' | 'unknown-function' | 'wrong-arguments' | 'not-allowed';
  /** What is wrong, in English: a name, or what the reader of the text expected. */
  readonly detail: string;
  /** Where in the text, counted from 0. */
  readonly position: number;
}

export interface CompiledExpression {
  /**
   * Works it out; never throws. Undefined when a value it needs is missing, NaN when it cannot be worked out (a text
   * times a number). See `typedResult` for what an attribute takes.
   */
  evaluate(from: Variables): ExpressionValue | undefined;
  /** Names of the variables it refers to. */
  readonly variables: readonly string[];
  readonly error?: undefined;
}

export type ComputedType = 'string' | 'number' | 'boolean';

/** Characters; the contract allows no more. */
export const longestExpression = 4000;

type Work = (from: Variables) => Operand;

class Refused extends Error {
  readonly error: ExpressionError;

  constructor(reason: ExpressionError['reason'], detail: string, position: number) {
    super(detail);
    this.error = { reason, detail, position };
  }
}

/** A literal asks nothing of it. */
const nowhere: Variables = { position: { fields: {}, attributes: {} }, last: undefined };

/** Reads an expression. One that cannot be read gives what is wrong and where. */
export function compileExpression(text: string): CompiledExpression | { readonly error: ExpressionError } {
  try {
    if (text.trim() === '') throw new Refused('empty', 'an expression is needed', 0);
    if (text.length > longestExpression) throw new Refused('too-long', 'too long', longestExpression);
    const names = new Set<string>();
    const work = compile(parse(text), text, names);
    return { evaluate: (from) => work(from) ?? undefined, variables: [...names] };
  } catch (error) {
    if (error instanceof Refused) return { error: error.error };
    // brackets nested deeper than the stack
    if (error instanceof RangeError)
      return { error: { reason: 'not-allowed', detail: 'nested too deeply', position: 0 } };
    throw error;
  }
}

/** What an attribute of a type takes of a result: undefined where it is missing, null where it does not fit. */
export function typedResult(
  type: ComputedType,
  result: ExpressionValue | undefined,
): ExpressionValue | undefined | null {
  if (result === undefined) return undefined;
  if (typeof result === 'number' && !Number.isFinite(result)) return null;
  if (type === 'string') {
    const text = String(result);
    return text.length <= longestResult ? text : null;
  }
  return typeof result === type ? result : null;
}

function parse(text: string): Expression {
  try {
    return jsep(readableText(text));
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof Error)) throw error;
    const position = 'index' in error && typeof error.index === 'number' ? error.index : 0;
    const detail = 'description' in error ? String(error.description) : error.message;
    throw new Refused('syntax', detail, position);
  }
}

/** Notes the variables it meets in `names`. */
function compile(node: Expression, text: string, names: Set<string>): Work {
  const part = (value: unknown) => compile(value as Expression, text, names);
  switch (node.type) {
    case 'Literal':
      return literal(node, text);
    case 'Identifier': {
      const name = String(node.name);
      names.add(name);
      return variableNamed(name);
    }
    case 'MemberExpression': {
      const name = variableAt(node);
      if (name === undefined) throw notAllowed(node, text);
      names.add(name);
      return variableNamed(name);
    }
    case 'UnaryExpression':
      return unary(operatorOf(String(node.operator)), part(node.argument), text);
    case 'BinaryExpression': {
      const operator = operatorOf(String(node.operator));
      const right = node.right as Expression;
      if (operator.endsWith('~') && operator.length === 2)
        return among(operator, part(node.left), right, part, text);
      return binary(operator, part(node.left), part(right), text, right.type === 'Literal');
    }
    case 'ConditionalExpression': {
      const [test, yes, no] = [part(node.test), part(node.consequent), part(node.alternate)];
      return (from) => {
        const answer = test(from);
        if (answer == null || Number.isNaN(answer)) return answer;
        return answer ? yes(from) : no(from);
      };
    }
    case 'CallExpression':
      return call(node, text, part);
    default:
      throw notAllowed(node, text);
  }
}

function literal(node: Expression, text: string): Work {
  const { value, raw } = node;
  if (value !== null && typeof value === 'object')
    throw new Refused('not-allowed', String(raw), text.indexOf(String(raw)));
  return () => value as Operand;
}

function unary(operator: string, of: Work, text: string): Work {
  const work = unaryOperators.get(operator);
  if (!work) throw new Refused('not-allowed', operator, text.indexOf(operator));
  return (from) => work(of(from));
}

function binary(operator: string, left: Work, right: Work, text: string, isRightFixed: boolean): Work {
  if (operator === '&&') return (from) => left(from) && right(from);
  if (operator === '||') return (from) => left(from) || right(from);
  if (operator === '??') return (from) => left(from) ?? right(from);
  if (operator === '?:') return (from) => left(from) || right(from);
  const work = binaryOperators.get(operator) ?? matchingOf(operator);
  if (!work) throw new Refused('not-allowed', operator, text.indexOf(operator));
  if (!isRightFixed) return (from) => work(left(from), right(from));
  const fixed = right(nowhere);
  return (from) => work(left(from), fixed);
}

/** `x =~ [1, 2]`: whether it is one of them. */
function among(
  operator: string,
  left: Work,
  list: Expression,
  part: (node: unknown) => Work,
  text: string,
): Work {
  const isAmong = operator === '=~';
  if (list.type !== 'ArrayExpression')
    throw new Refused('not-allowed', 'no regular expressions, only a list in [ ]', text.indexOf(operator));
  const works = (list.elements as readonly Expression[]).map(part);
  return (from) => {
    const value = left(from);
    return value == null ? undefined : works.some((work) => equals(value, work(from))) === isAmong;
  };
}

function call(node: Expression, text: string, part: (node: unknown) => Work): Work {
  const callee = node.callee as Expression;
  const method = methodOf(callee);
  if (!method && callee.type !== 'Identifier') throw notAllowed(callee, text);
  const name = method?.name ?? String(callee.name);
  const known = expressionFunctions.get(name) ?? fieldFunction(name);
  if (!known) {
    const written = name.replace(/^math_/, 'math:');
    throw new Refused('unknown-function', written, Math.max(text.indexOf(written), text.indexOf(name)));
  }
  const given = [...(method ? [method.on] : []), ...(node.arguments as readonly Expression[])].map(part);
  if (given.length < known.leastArguments || given.length > known.mostArguments) {
    throw new Refused('wrong-arguments', name, text.indexOf(name));
  }
  const { takesMissing } = known;
  const [first, second] = given;
  if (first && given.length === 1) {
    return (from) => {
      const value = first(from);
      return value == null && !takesMissing ? undefined : known.call([value]);
    };
  }
  if (first && second && given.length === 2) {
    return (from) => {
      const [one, other] = [first(from), second(from)];
      return (one == null || other == null) && !takesMissing ? undefined : known.call([one, other]);
    };
  }
  return (from) => {
    const values = given.map((work) => work(from));
    if (!takesMissing && values.some((value) => value == null)) return undefined;
    return known.call(values);
  };
}

const signs: Readonly<Record<string, string>> = {
  MemberExpression: '.[',
  ArrayExpression: '[',
  Compound: ' ;',
  SequenceExpression: ',',
  ThisExpression: 't',
};

/** The library does not say where a node stood: the first of its signs is pointed at. */
function notAllowed(node: Expression, text: string): Refused {
  const at = [...(signs[node.type] ?? '')].map((sign) => text.indexOf(sign)).filter((index) => index >= 0);
  const detail = node.type === 'Compound' ? 'more than one expression' : `not allowed: ${node.type}`;
  return new Refused(
    node.type === 'Compound' ? 'syntax' : 'not-allowed',
    detail,
    Math.min(...at, text.length),
  );
}
