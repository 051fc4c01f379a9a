import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileExpression, longestExpression, typedResult } from './computed-attribute.ts';
import { type VariablePosition, variableNamed } from './expression-variables.ts';

const position = {
  fields: { speed: 20.5, valid: true, protocol: 'gt06' },
  attributes: { power: 12.4, adc1: 512, odometer: 1000, ignition: true, status: 'OK 1F', speed: 99 },
};
const device = { id: 7, name: 'VAN 12', uniqueId: '860', category: null };
const last = { fields: { speed: 3 }, attributes: { odometer: 900 } };

function evaluate(text: string) {
  const compiled = compileExpression(text);
  if (compiled.error) throw new Error(`${text}: ${compiled.error.detail}`);
  return compiled.evaluate({ position, last, device });
}

test.each([
  ['power > 12 && speed < 21 ? "charging" : "idle"', 'charging'],
  ['round(adc1 * 0.0125 - 1.2, 1)', 5.2],
  ['1 + 2 * 3 ** 2', 19],
  ['(lastOdometer ?? 0) <= odometer', true],
  ['odometer - lastOdometer', 100],
  ['lastSpeed', 3],
  ['speed', 20.5],
  ['bit(5, 0) == 1 && bit(5, 1) == 0 && (5 & 4) == 4', true],
  ['hex(substring(status, 3))', 31],
  ["protocol + '-' + upper('x') + length(status)", 'gt06-X5'],
  ['max(1, adc1, 3)', 512],
  ['!ignition', false],
  ['number("12.5") / 2', 6.25],
])('[ING-06] %s', (text, value) => {
  expect(evaluate(text)).toBe(value);
});

test.each([
  ['math:round(attributes.adc1 * 0.0125 - 1.2)', 5],
  ['math:max(power, 3) gt 12 and not (speed lt 1)', true],
  ['attributes.speed', 99],
  ["attributes['speed'] - position.speed", 78.5],
  ['position.attributes.power ge 12.4', true],
  ["device.name =^ 'VAN' or device.name =$ 'x'", true],
  ["device.name !^ 'VAN'", false],
  ["protocol =~ ['h02', 'gt06'] ? math:floor(power) : 0", 12],
  ['adc1 !~ [1, 2]', true],
  ["status.contains('1F') and status.toLowerCase() eq 'ok 1f'", true],
  ["number(status.substring(3, 4)) == '1'", true],
  ['lastOdometer ?: 5', 900],
  ['lastFuel ?: 5', 5],
  ['empty(fuel) and not empty(status)', true],
  ['size(status) mod 4;', 1],
  ["ignition == 'true' and '512' == adc1 and adc1 !== '512'", true],
  ['ignition ? math:rint(2.5) : math:rint(3.5)', 2],
  ["'math:round(' + protocol", 'math:round(gt06'],
])('[ATT-01] the field’s dialect: %s', (text, value) => {
  expect(evaluate(text)).toBe(value);
});

test('[ATT-01] paths lead nowhere but to attributes, the position and the device', () => {
  for (const text of [
    'device.constructor',
    'attributes.constructor.name',
    'position.attributes',
    "device['attributes'].x",
  ])
    expect([text, compileExpression(text).error?.reason]).toEqual([text, 'not-allowed']);
  expect(evaluate('attributes.constructor')).toBeUndefined();
  expect(evaluate("attributes['__proto__']")).toBeUndefined();
  expect(compileExpression("status =~ '(a+)+$'").error).toMatchObject({ reason: 'not-allowed', position: 7 });
  expect(compileExpression('1 + math:random()').error).toMatchObject({
    ...{ reason: 'unknown-function', detail: 'math:random', position: 4 },
  });
});

test.each([
  'fuel * 2',
  'fuel > 3',
  'fuel > 3 ? 1 : 2',
  '!fuel',
  'max(fuel, 2)',
  'null',
  'toString',
  'lastFuel',
])('what needs a value that is missing is missing: %s', (text) => {
  expect(evaluate(text)).toBeUndefined();
});

test('a missing value can be asked for', () => {
  expect(evaluate('fuel ?? 7')).toBe(7);
  expect(evaluate('fuel == null')).toBe(true);
  expect(evaluate('power != null')).toBe(true);
});

test.each(['status * 2', 'status < 3', 'upper(3)', 'hex("zz")', 'number("")', '1 / 0'])(
  'what cannot be worked out fits no type: %s',
  (text) => {
    const result = evaluate(text);
    expect(typedResult('number', result)).toBeNull();
  },
);

test('a result is stored only when it is of the type', () => {
  expect(typedResult('string', 3)).toBe('3');
  expect(typedResult('number', '3')).toBeNull();
  expect(typedResult('boolean', 1)).toBeNull();
  expect(typedResult('boolean', false)).toBe(false);
  expect(typedResult('number', Number.NaN)).toBeNull();
  expect(typedResult('number', undefined)).toBeUndefined();
});

test.each([
  ['', 'empty', 0],
  ['1 +', 'syntax', 3],
  ['a b', 'syntax', 1],
  ['"abc', 'syntax', 4],
  ['1 + fetch("x")', 'unknown-function', 4],
  ['2 * round()', 'wrong-arguments', 4],
  ['a.constructor', 'not-allowed', 1],
  ['a["constructor"]', 'not-allowed', 1],
  ['[1, 2]', 'not-allowed', 0],
  ['this', 'not-allowed', 0],
  ['a.b()', 'not-allowed', 1],
  ['x'.repeat(longestExpression + 1), 'too-long', longestExpression],
])('[ING-06] %s is refused, and where', (text, reason, position) => {
  expect(compileExpression(text).error).toMatchObject({ reason, position });
});

test('nothing of the program can be reached', () => {
  for (const name of ['constructor', '__proto__', 'hasOwnProperty', 'process', 'globalThis']) {
    expect(evaluate(name)).toBeUndefined();
    expect(compileExpression(`${name}()`).error?.reason).toBe('unknown-function');
  }
});

test('brackets without end neither throw nor hang', () => {
  const depth = longestExpression / 2;
  const compiled = compileExpression(`${'('.repeat(depth - 1)}1${')'.repeat(depth - 1)}`);
  const outcome = compiled.error ? compiled.error.reason : compiled.evaluate({ position, last: undefined });
  expect(outcome).toBeOneOf(['not-allowed', 1]);
});

test('a text that grows without end is a failure', () => {
  const long = `status${'+status'.repeat(500)}`;
  const compiled = compileExpression(long);
  const result = compiled.error
    ? undefined
    : compiled.evaluate({
        position: { fields: {}, attributes: { status: 'x'.repeat(100) } },
        last: undefined,
      });
  expect(typedResult('string', result)).toBeNull();
});

test('[ATT-01] a function that is given something missing gives nothing, whichever it is', () => {
  const calls = ['abs(none)', 'bit(none, 1)', 'bit(1, none)', 'max(1, 2, none)', 'status.contains(none)'];
  for (const text of calls) expect([text, evaluate(text)]).toEqual([text, undefined]);
  expect(evaluate('empty(none)')).toBe(true);
});

test('[ATT-01] a variable is a field, else what was counted, else an attribute; behind `last` the same of the position before', () => {
  const names = ['speed', 'type', 'sat', 'lastSpeed', 'lastSat', 'lastLastSat', 'lastsat', 'constructor'];
  const paths = ['attributes.speed', 'attributes.lastSat', 'device.name', 'device.groupId', 'last'];
  const value = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(undefined), fc.constant({}));
  const keys = fc.constantFrom('speed', 'sat', 'lastSat', 'lastSpeed', 'lastsat', 'type', '');
  const values = fc.dictionary(keys, value, { noNullPrototype: true });
  const fields = fc.record({ speed: fc.integer(), type: fc.string() }, { requiredKeys: [] });
  const position = fc.record({ fields, attributes: values });
  const simple = (from: unknown) =>
    ['string', 'number', 'boolean'].includes(typeof from) ? from : undefined;
  const attributeIn = (attributes: VariablePosition['attributes'], name: string) =>
    Object.hasOwn(attributes, name) ? simple(attributes[name]) : undefined;
  const valueIn = ({ fields: own, counted, attributes }: VariablePosition, name: string) => {
    if (name === 'speed' || name === 'type') return own[name];
    return attributeIn({ ...attributes, ...counted }, name);
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...names, ...paths),
      position,
      fc.option(fc.record({ fields, attributes: values, counted: fc.record({ sat: fc.integer() }) }), {
        nil: undefined,
      }),
      (name, now, before) => {
        const [, key = ''] = name.split('.');
        const own = name.startsWith('attributes.')
          ? attributeIn(now.attributes, key)
          : name.startsWith('device.')
            ? simple(device[key as 'name'])
            : valueIn(now, name);
        const isOfLast = name.startsWith('last') && own === undefined && before !== undefined;
        const expected = isOfLast ? valueIn(before, name.charAt(4).toLowerCase() + name.slice(5)) : own;
        expect(variableNamed(name)({ position: now, last: before, device })).toBe(expected);
      },
    ),
    { numRuns: 1000 },
  );
});
