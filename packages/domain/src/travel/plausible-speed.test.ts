import { expect, test } from 'vitest';
import { categories } from '../catalog/categories.ts';
import { plausibleKmh, plausibleRadiusMetres } from './plausible-speed.ts';

test('[COCK-01] where a vehicle may be grows with its category’s speed, and says nothing after four hours', () => {
  expect(plausibleKmh('truck')).toBeLessThan(plausibleKmh('car') ?? 0);
  expect(plausibleKmh('plane')).toBeNull();
  for (const category of categories) expect(plausibleKmh(category) ?? 1, category).toBeGreaterThan(0);
  expect(plausibleRadiusMetres(72, 60_000)).toBe(1200);
  expect(plausibleRadiusMetres(72, 4 * 3_600_000)).toBe(288_000);
  expect(plausibleRadiusMetres(72, 4 * 3_600_000 + 1)).toBeNull();
  expect(plausibleRadiusMetres(72, -1)).toBeNull();
  expect(plausibleRadiusMetres(null, 1)).toBeNull();
});
