import { expect, test } from 'vitest';
import { latitudeOf, mercatorX, mercatorY } from '../../mercator.ts';
import { ellipsoidalLatitude, ellipsoidalToWeb, ellipsoidalY, webToEllipsoidal } from '../tile-grids.ts';

test('[MAP-03] EPSG:3395 puts 60° north at 8,362,698.55 m', () => {
  // As PROJ's `+proj=merc +datum=WGS84` and Snyder's formula 7-7, written with logarithms, give it.
  const sine = Math.sin(Math.PI / 3);
  const e = Math.sqrt(0.006_694_379_990_14);
  const snyder = Math.log(Math.tan((5 * Math.PI) / 12) * ((1 - e * sine) / (1 + e * sine)) ** (e / 2));
  expect(snyder * 6_378_137).toBeCloseTo(8_362_698.549, 2);
  expect(ellipsoidalY(60)).toBeCloseTo(8_362_698.549, 2);
  expect(ellipsoidalY(0)).toBeCloseTo(0, 9);
  expect(ellipsoidalY(-60)).toBeCloseTo(-8_362_698.549, 2);
});

test('a place comes back from the ellipsoid where it was', () => {
  for (const latitude of [-84, -33.45, -3.73, 0, 14.2, 55.75, 80]) {
    expect(ellipsoidalLatitude(ellipsoidalY(latitude))).toBeCloseTo(latitude, 10);
    const web = [mercatorX(-38.5), mercatorY(latitude)] as const;
    const [x, y] = ellipsoidalToWeb(webToEllipsoidal(web));
    expect(x).toBe(web[0]);
    expect(latitudeOf(y)).toBeCloseTo(latitude, 9);
  }
});

test('Moscow lies more than 30 km farther south than on the sphere', () => {
  const web = mercatorY(55.7558);
  const [, y] = webToEllipsoidal([0, web]);
  expect(web - y).toBeGreaterThan(30_000);
  expect(web - y).toBeLessThan(40_000);
});
