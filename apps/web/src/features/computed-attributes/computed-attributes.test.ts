import { expect, test } from 'vitest';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { computedForm } from './computed-attributes.ts';
import { faultMessage } from './computed-values.ts';

const context = {} as FormContext;
const whole = {
  description: 'Motor quente',
  attribute: 'hot',
  type: 'boolean',
  expression: 'engineTemp > 95',
};
const faultsOf = (values: object) =>
  computedForm
    .schema(context, undefined)
    .safeParse({ ...whole, ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

test('[ATT-01] a computed attribute needs description, attribute and an expression that can be read', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ description: ' ', attribute: '', expression: '' })).toEqual([
    ['description', 'computed.descriptionRequired'],
    ['attribute', 'computed.attributeRequired'],
    ['expression', 'computed.expressionRequired'],
  ]);
  expect(faultsOf({ expression: 'speed >' })).toEqual([['expression', 'apiError.invalid-expression']]);
});

test('[ATT-01] what a position says by itself cannot be computed, and a known attribute keeps its kind of value', () => {
  expect(faultsOf({ attribute: 'latitude' })).toEqual([['attribute', 'computed.attributeIsField']]);
  expect(faultsOf({ attribute: 'fuel' })).toEqual([['attribute', 'computed.attributeIsOther']]);
  expect(faultsOf({ attribute: 'fuel', type: 'number' })).toEqual([]);
});

test('[ATT-01] the place of an error is told as a person counts, with what stands there', () => {
  const text = (_: string, values: object = {}) => JSON.stringify(values);
  expect(faultMessage('speed > > 3', 8, text)).toBe('{"position":9,"part":"> 3"}');
  expect(faultMessage('speed >', 7, text)).toBe('{"position":8,"part":"…"}');
});
