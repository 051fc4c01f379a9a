import { expect, test } from 'vitest';
import { attributeMeasure } from './attribute-measure.ts';
import { formatAttribute } from './attribute-text.ts';

const units = { speedUnit: 'mph', distanceUnit: 'mi', volumeUnit: 'usGal' } as const;

test('[UNIT-04] on an axis an attribute has the number and the unit that it has as text', () => {
  for (const key of [
    'obdSpeed',
    'odometer',
    'fuel',
    'fuelConsumption',
    'power',
    'fuelLevel',
    'temp1',
    'rpm',
  ]) {
    const { sign, factor } = attributeMeasure(key, units);
    const shown = formatAttribute(key, 1000, units, 'en') ?? '';
    expect([key, Number.parseFloat(shown.replaceAll(',', ''))]).toEqual([
      key,
      expect.closeTo(1000 * factor, 1),
    ]);
    expect(shown.replace(/^[\d.,]+ ?/, '')).toBe(sign);
  }
});

test('hours are counted on an axis, not written as hours and minutes', () => {
  expect(attributeMeasure('hours', units)).toEqual({ sign: 'h', factor: 1 / 3_600_000 });
});
