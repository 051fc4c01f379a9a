import { expect, test } from 'vitest';
import { formatAttribute } from './attribute-text.ts';
import { attributeMeaning, numberedAttributeOf, positionAttributes } from './position-attributes.ts';

// The catalogue of the specification, section 3.
const source =
  'raw index hdop vdop pdop sat satVisible rssi gps roaming event alarm status odometer serviceOdometer tripOdometer ' +
  'hours steps input output power battery batteryLevel fuel fuelConsumption versionFw versionHw type ignition flags ' +
  'charge ip archive distance totalDistance rpm vin approximate throttle motion armed geofence acceleration ' +
  'deviceTemp operator command blocked dtcs obdSpeed obdOdometer result driverUniqueId';

test("every attribute of the source's catalogue has a value type", () => {
  expect(source.split(' ').filter((key) => attributeMeaning(key) === undefined)).toEqual([]);
  expect(Object.keys(positionAttributes)).toHaveLength(61);
});

test('numbered families are known by their number, other keys are not', () => {
  expect(numberedAttributeOf('temp12')).toEqual({ family: 'temp', number: 12 });
  expect(attributeMeaning('in3')).toEqual({ valueType: 'boolean' });
  expect(attributeMeaning('temp1')).toEqual({ valueType: 'number', dataType: 'temperature' });
  expect(['temp', 'temp0', 'temp01', 'foo1', 'toString', 'constructor1'].map(attributeMeaning)).toEqual(
    Array(6).fill(undefined),
  );
});

test("values are shown in the person's units", () => {
  const metric = { speedUnit: 'kmh', distanceUnit: 'km', volumeUnit: 'ltr' } as const;
  const american = { speedUnit: 'mph', distanceUnit: 'mi', volumeUnit: 'usGal' } as const;
  const shown = (key: string, value: unknown) => formatAttribute(key, value, metric, 'pt-BR');
  expect(shown('odometer', 182_407_310)).toBe('182.407,31 km');
  expect(shown('obdSpeed', 18.5)).toBe('18,5 km/h');
  expect(shown('power', 12.604)).toBe('12,6 V');
  expect(shown('batteryLevel', 84)).toBe('84 %');
  expect(shown('hours', 3_660_000)).toBe('1 h 01 m');
  expect(shown('temp2', -18.5)).toBe('-18,5 °C');
  expect(shown('fuelConsumption', 7.57)).toBe('7,6 L/h');
  expect(formatAttribute('fuel', 37.85, american, 'en')).toBe('10.0 gal (US)');
  expect(formatAttribute('distance', 1609.344, american, 'en')).toBe('1.00 mi');
  expect(shown('sat', 11)).toBe('11');
  expect(shown('madeUp', 'X9')).toBe('X9');
  expect([shown('ignition', true), shown('io5', { a: 1 })]).toEqual([undefined, undefined]);
});
