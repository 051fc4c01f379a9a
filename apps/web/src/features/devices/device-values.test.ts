import { deviceInputSchema } from '@atalaia/contract/devices/device';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { expect, test } from 'vitest';
import { aDevice } from '../../lib/testing/a-device.ts';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { deviceInput, deviceValues, deviceValuesSchema } from './device-values.ts';

const contextOf = (speedUnit: string) =>
  ({
    settings: resolveSettings({ speedUnit }),
    formats: { speedUnit },
    text: (key: string) => key,
  }) as unknown as FormContext;
const metric = contextOf('kmh');

const full = aDevice({
  groupId: 4,
  customerId: 9,
  category: 'truck',
  attributes: {
    plate: 'QRS4B17',
    year: 2024,
    fuelConsumption: '2,4',
    speedLimit: 43.196544,
    ignoreOdometer: true,
    devicePassword: '0000',
    installationLocation: 'Atrás do painel',
    technician: 'Ana',
    iccid: '8955',
    sinisterId: 7,
    colourOfSeats: 'blue',
  },
});

test('[DEV-01] a form that nobody touched sends the device as it is, without what is derived', () => {
  const input = deviceInput(deviceValuesSchema.parse(deviceValues(full, metric)), full, metric);
  const { sinisterId: _, ...attributes } = full.attributes;
  expect(input.attributes).toEqual(attributes);
  expect(deviceInputSchema.parse(input)).toEqual(input);
  for (const derived of ['groupName', 'customerName', 'customerCpfCnpj', 'lastUpdate', 'positionId']) {
    expect(input).not.toHaveProperty(derived);
  }
});

test('[DEV-01] the speed limit is typed in the unit of the person and stored in knots', () => {
  expect(deviceValues(full, metric).speedLimit).toBe('80');
  expect(deviceValues(full, contextOf('mph')).speedLimit).toBe('49.71');
  const typed = { ...deviceValues(full, metric), speedLimit: '100' };
  expect(deviceInput(typed, full, metric).attributes?.speedLimit).toBeCloseTo(53.9957, 4);
  const untouched = deviceInput(deviceValues(full, contextOf('mph')), full, contextOf('mph'));
  expect(untouched.attributes?.speedLimit).toBe(43.196544);
  const none = { ...deviceValues(full, metric), speedLimit: '' };
  expect(deviceInput(none, full, metric).attributes).not.toHaveProperty('speedLimit');
});

test('[DEV-01] name and identifier are asked for at once, in the words of the source', () => {
  const { error } = deviceValuesSchema.safeParse(deviceValues(undefined, metric));
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'device.nameRequired',
    'device.uniqueIdRequired',
  ]);
});

test('an attribute that is emptied goes, and one that is typed is kept as it is typed', () => {
  const values = { ...deviceValues(full, metric), plate: '', technician: 'Rui', fuelConsumption: '3.1' };
  const { attributes } = deviceInput(values, full, metric);
  expect(attributes).not.toHaveProperty('plate');
  expect(attributes).toMatchObject({ technician: 'Rui', fuelConsumption: 3.1, year: 2024 });
});
