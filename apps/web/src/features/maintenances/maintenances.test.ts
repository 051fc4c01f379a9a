import { type Maintenance, maintenanceInputSchema } from '@atalaia/contract/rules/maintenance';
import { attributeMeaning } from '@atalaia/domain/attributes/position-attributes';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { distanceUnits, volumeUnits } from '@atalaia/domain/units/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { countedAttributes, isByTime } from './maintenance-measure.ts';
import { maintenancesForm as form } from './maintenances.tsx';

const contextOf = (units: object) => ({ settings: resolveSettings(units) }) as FormContext;
const context = contextOf({});
const messagesOf = (values: object) =>
  form
    .schema(context, undefined)
    .safeParse({ name: '', type: '', start: '', startDate: '', period: '', ...values })
    .error?.issues.map(({ message }) => message);

test('[MNT-01] what is missing is told all at once, in the words of the source', () => {
  expect(messagesOf({})).toEqual([
    'maintenance.nameRequired',
    'maintenance.typeRequired',
    'maintenance.periodRequired',
    'maintenance.startRequired',
  ]);
  const whole = { name: 'Óleo', type: 'totalDistance', start: '0', period: '10000' };
  expect(messagesOf(whole)).toBeUndefined();
  expect(messagesOf({ ...whole, period: '0,0' })).toEqual(['apiError.zero-period']);
  expect(messagesOf({ ...whole, start: 'dez', period: '-1' })).toEqual(['form.belowZero', 'form.notANumber']);
});

test('[MNT-01] kilometres are stored as metres and hours as milliseconds', () => {
  const typed = { name: 'Óleo', start: '0,5', startDate: '', period: '10000' };
  expect(form.inputOf({ ...typed, type: 'totalDistance' }, undefined, context)).toMatchObject({
    start: 500,
    period: 10_000_000,
  });
  const hours = form.inputOf({ ...typed, type: 'hours' }, undefined, context);
  expect(hours).toMatchObject({ start: 1_800_000, period: 36_000_000_000 });
  expect(form.inputOf({ ...typed, type: 'steps' }, undefined, context)).toMatchObject({ period: 10_000 });
  expect(maintenanceInputSchema.safeParse(hours).success).toBe(true);
});

test('[MNT-01] one by time begins on a day, in the person’s zone, and comes back after so many days', () => {
  const typed = { name: 'Seguro', type: 'fixTime', start: '', startDate: '21/11/2026', period: '365' };
  expect(messagesOf(typed)).toBeUndefined();
  expect(messagesOf({ ...typed, startDate: '' })).toEqual(['maintenance.startRequired']);
  expect(messagesOf({ ...typed, startDate: '31/02/2026' })).toEqual(['form.notADate']);
  const fortaleza = contextOf({ timezone: 'America/Fortaleza' });
  expect(form.inputOf(typed, undefined, fortaleza)).toMatchObject({
    start: Date.parse('2026-11-21T03:00:00Z'),
    period: 365 * 86_400_000,
  });
});

test('[MNT-01] every type offered is a number of a position, or time', () => {
  for (const type of countedAttributes)
    expect(isByTime(type) || attributeMeaning(type)?.valueType === 'number', type).toBe(true);
});

test('[MNT-01] what is typed is shown again as it was typed, in every unit', () => {
  const amount = fc.integer({ min: 1, max: 10_000_000 }).map((hundredths) => String(hundredths / 100));
  fc.assert(
    fc.property(
      fc.constantFrom(...countedAttributes),
      fc.constantFrom(...distanceUnits),
      fc.constantFrom(...volumeUnits),
      amount,
      amount,
      (type, distanceUnit, volumeUnit, start, period) => {
        const own = contextOf({ distanceUnit, volumeUnit });
        const values = isByTime(type)
          ? { name: 'x', type, start: '', startDate: '29/02/2028', period }
          : { name: 'x', type, start, startDate: '', period };
        const stored = { id: 1, ...form.inputOf(values, undefined, own) } as Maintenance;
        expect(form.valuesOf(stored, own)).toEqual(values);
      },
    ),
  );
});
