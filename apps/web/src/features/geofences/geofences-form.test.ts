import type { Geofence } from '@atalaia/contract/rules/geofence';
import { geofenceInputSchema } from '@atalaia/contract/rules/geofence';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { speedUnits } from '@atalaia/domain/units/units';
import { expect, test } from 'vitest';
import { createFormats } from '../../lib/formats/formats.ts';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { emptyDraft } from './area-draft.ts';
import { geofencesForm as form } from './geofences-form.tsx';

const contextOf = (speedUnit = 'kmh') => {
  const settings = resolveSettings({ speedUnit });
  const text = (key: string) => key;
  return { settings, formats: createFormats(settings, 'pt-BR'), text } as FormContext;
};

const context = contextOf();
const stored: Geofence = {
  id: 7,
  name: 'Pátio',
  description: null,
  calendarId: 3,
  area: 'CIRCLE (-3.73 -38.52, 250)',
  attributes: { color: '#c92a2a', speedLimit: 43.196544276457885, polylineDistance: 12.5, colony: 'kept' },
};

const faultsOf = (values: object) =>
  form.schema(context, undefined).safeParse({ ...form.valuesOf(undefined, context), ...values }).error
    ?.issues;

test('[GEO-01] a new one without name and area is told both at once, in the words of the source', () => {
  expect(faultsOf({})?.map(({ path, message }) => [path[0], message])).toEqual([
    ['name', 'geofence.nameRequired'],
    ['area', 'geofence.areaRequired'],
  ]);
  expect(faultsOf({ name: 'x', area: { ...emptyDraft, places: 'aqui' } })?.[0]?.message).toBe(
    'geofence.areaBroken',
  );
  const area = { ...emptyDraft, places: '0 0', radius: '5' };
  expect(faultsOf({ name: 'x', area })).toBeUndefined();
  expect(
    faultsOf({ name: 'x', area, color: 'azul', speedLimit: 'dez', polylineDistance: '-1' })?.map(
      ({ path }) => path[0],
    ),
  ).toEqual(['color', 'speedLimit', 'polylineDistance']);
});

test('[GEO-01] empty attributes are dropped, numbers are numbers, a comma is taken', () => {
  const values = {
    ...form.valuesOf(undefined, context),
    name: ' Pátio ',
    area: { ...emptyDraft, places: '-3,73 -38,52', radius: '250' },
    speedLimit: '18,52',
  };
  const input = form.inputOf(values, undefined, context);
  expect(input).toEqual({
    name: 'Pátio',
    description: null,
    calendarId: 0,
    area: 'CIRCLE (-3.73 -38.52, 250)',
    attributes: { speedLimit: 18.52 / 1.852 },
  });
  expect(geofenceInputSchema.safeParse(input).success).toBe(true);
});

test('[GEO-01] what is opened and saved unchanged is as it was, in every unit', () => {
  for (const unit of speedUnits) {
    const own = contextOf(unit);
    const { attributes, ...input } = form.inputOf(form.valuesOf(stored, own), stored, own) as Geofence;
    expect(input).toEqual({ name: 'Pátio', description: null, calendarId: 3, area: stored.area });
    expect(attributes).toEqual({ ...stored.attributes, speedLimit: expect.closeTo(43.1965, 4) });
  }
  expect(form.valuesOf(stored, context).speedLimit).toBe('80');
});
