import { expect, test } from 'vitest';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { accumulatorForm } from './accumulators-form.ts';

const context = {} as FormContext;
const row = { id: 7, deviceId: 7, totalDistance: 182_407_310, hours: 17_323_200_000 };

test('[DEV-02] a distance is shown in km and sent in metres, hours in h and sent in milliseconds', () => {
  const values = accumulatorForm.valuesOf(row, context);
  expect(values).toEqual({ totalDistance: '182407.31', hours: '4812' });
  expect(accumulatorForm.inputOf(values, row, context)).toEqual({
    deviceId: 7,
    totalDistance: 182_407_310,
    hours: 17_323_200_000,
  });
  const typed = { totalDistance: '100,5', hours: '2.5' };
  expect(accumulatorForm.inputOf(typed, row, context)).toMatchObject({
    totalDistance: 100_500,
    hours: 9_000_000,
  });
});

test('[DEV-02] both are asked for, in the words of the source', () => {
  const { error } = accumulatorForm.schema(context, row).safeParse({ totalDistance: '', hours: ' ' });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['totalDistance', 'accumulator.required'],
    ['hours', 'accumulator.required'],
  ]);
});
