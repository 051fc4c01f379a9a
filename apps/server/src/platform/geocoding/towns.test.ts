import fc from 'fast-check';
import { distance } from 'geokdbush';
import { expect, test } from 'vitest';
import { loadTowns } from './geocoding.ts';
import { type Town, townsDataFrom, townsOf } from './towns.ts';

const brazil = townsOf(await loadTowns());

test('[ING-06] the embedded data names the nearest town with its state, and how far it is', () => {
  expect(brazil.nearest(-22.9056, -47.0608)).toBe('Campinas, SP');
  expect(brazil.nearest(-3.74, -38.5)).toMatch(/^(?:\d+ km de )?Fortaleza, CE$/);
  expect(brazil.nearest(-6.25, -44.9)).toMatch(/^\d+ km de .+, MA$/);
  expect(brazil.nearest(-34.9, -56.17)).toBe('Montevideo, Uruguai');
});

test('[ING-06] where no town is near, and for degrees that are none, there is no address', () => {
  expect(brazil.nearest(0, -30)).toBeNull();
  for (const wrong of [Number.NaN, 91, -90.1, Number.POSITIVE_INFINITY]) {
    expect(brazil.nearest(wrong, 0)).toBeNull();
    expect(brazil.nearest(0, wrong * 2)).toBeNull();
  }
});

const towns: fc.Arbitrary<Town> = fc.record({
  name: fc.string({ minLength: 1 }),
  region: fc.constantFrom('SP', 'CE', 'Fiji'),
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('[ING-06] what is found is what a search of every town finds, also across the date line', () => {
  fc.assert(
    fc.property(fc.array(towns, { minLength: 1, maxLength: 40 }), towns, (all, place) => {
      const found = townsOf(townsDataFrom(all)).nearest(place.latitude, place.longitude);
      // the tree keeps its places in 32 bits, some metres from what was given
      const far = (town: Town) =>
        distance(place.longitude, place.latitude, Math.fround(town.longitude), Math.fround(town.latitude));
      const nearest = Math.min(...all.map(far));
      if (nearest > 300.1) return found === null;
      if (nearest > 299.9) return true;
      const names = all
        .filter((town) => far(town) < nearest + 0.001)
        .map((town) => `${town.name}, ${town.region}`);
      const prefix = nearest < 2 ? '' : `${Math.round(nearest)} km de `;
      return names.some((name) => found === `${prefix}${name}` || Math.abs(nearest - 2) < 0.001);
    }),
  );
});
