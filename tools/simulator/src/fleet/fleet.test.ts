import { categories } from '@atalaia/domain/catalog/categories';
import { isPlate, isRenavam } from '@atalaia/domain/documents/plate';
import { expect, test } from 'vitest';
import { makeFleet } from './fleet.ts';
import { imeiOf, luhnDigit } from './identifiers.ts';

const fleet = makeFleet(64);

test('the fleet is the same every time', () => {
  expect(makeFleet(64)).toEqual(fleet);
});

test('plates, RENAVAM, categories and names are what the product takes', () => {
  for (const vehicle of fleet) {
    expect(isPlate(vehicle.plate), vehicle.plate).toBe(true);
    expect(isRenavam(vehicle.renavam), vehicle.renavam).toBe(true);
    expect(categories).toContain(vehicle.category);
    expect(vehicle.name).toBe(`${vehicle.plate} · ${vehicle.manufacturer} ${vehicle.model}`);
    expect(vehicle.chassis).toMatch(/^9B[A-HJ-NPR-Z\d]{15}$/);
  }
  expect(new Set(fleet.map(({ category }) => category)).size).toBeGreaterThan(14);
});

test('no plate, tracker or name comes twice, in a large fleet too', () => {
  const large = makeFleet(2_000);
  for (const key of ['plate', 'uniqueId', 'name'] as const) {
    expect(new Set(large.map((vehicle) => vehicle[key])).size).toBe(2_000);
  }
});

test('trackers carry the ids of their kind', () => {
  // The example of the GSM Association's own document on IMEI.
  expect(luhnDigit('49015420323751')).toBe('8');
  expect(imeiOf('49015420', 323_751)).toBe('490154203237518');
  for (const { dialect, uniqueId } of fleet) {
    if (dialect === 'suntech') expect(uniqueId).toMatch(/^\d{9}$/);
    else if (dialect === 'suntech-universal') expect(uniqueId).toMatch(/^\d{10}$/);
    else if (dialect === 'h02') expect(uniqueId).toMatch(/^\d{10}$/);
    else if (dialect === 'tk103') expect(uniqueId).toMatch(/^\d{12}$/);
    else if (dialect === 'mxt') expect(uniqueId).toMatch(/^\d{7}$/);
    else if (dialect === 'jt808') expect(uniqueId).toMatch(/^\d{12}$/);
    else {
      expect(uniqueId).toMatch(/^\d{15}$/);
      expect(uniqueId.at(-1)).toBe(luhnDigit(uniqueId.slice(0, 14)));
    }
  }
});

test('all dialects and cities are there, and no two vehicles start as a convoy', () => {
  expect(new Set(fleet.map(({ dialect }) => dialect)).size).toBeGreaterThanOrEqual(6);
  expect(new Set(fleet.map(({ city }) => city)).size).toBe(5);
  const starts = fleet.map(({ city, road, start }) => ({ road: `${city} ${road}`, start }));
  expect(new Set(starts.map(({ road }) => road)).size).toBeGreaterThan(48);
  for (const { road } of starts) {
    const sameRoad = starts
      .filter((other) => other.road === road)
      .map(({ start }) => start)
      .sort();
    sameRoad.forEach((start, index) => {
      const before = sameRoad[index - 1];
      if (before !== undefined) expect(start - before, road).toBeGreaterThan(0.2);
    });
  }
});

test('three vehicles are private: few enough for the home of a client', () => {
  expect(fleet.filter(({ trade }) => trade === 'private')).toHaveLength(3);
  expect(fleet.filter(({ trade }) => trade === 'haulage').length).toBeGreaterThan(5);
});
