import { distanceMetres } from '@atalaia/domain/geo/geometry';
import { describe, expect, test } from 'vitest';
import { cityFiles, readCityData } from './load-cities.ts';
import { measureRoad, placeAt } from './road.ts';

/** South, west, north, east. */
const bounds = {
  'sao-paulo': [-23.8, -46.83, -23.35, -46.36],
  'rio-de-janeiro': [-23.09, -43.8, -22.74, -43.09],
  curitiba: [-25.65, -49.4, -25.34, -49.18],
  contagem: [-20.06, -44.17, -19.77, -43.85],
  florianopolis: [-27.85, -48.61, -27.37, -48.35],
} as const;

describe.each(cityFiles)('the roads of %s', (file) => {
  const data = readCityData(file);

  test('lie within the city and have names of their own', () => {
    const [south, west, north, east] = bounds[file];
    for (const { points } of data.roads) {
      for (const [latitude, longitude] of points) {
        expect(latitude > south && latitude < north && longitude > west && longitude < east).toBe(true);
      }
    }
    expect(new Set(data.roads.map(({ name }) => name)).size).toBe(data.roads.length);
  });

  test('are kilometres long, without jumps and without repeated points', () => {
    for (const road of data.roads.map(measureRoad)) {
      expect(road.lengthMetres, road.name).toBeGreaterThan(2_000);
      expect(road.lengthMetres, road.name).toBeLessThan(30_000);
      road.points.forEach((point, index) => {
        const before = road.points[index - 1];
        if (before === undefined) return;
        const step = distanceMetres(before, point);
        expect(step, `${road.name} ${index}`).toBeGreaterThan(2);
        // The longest straight of the sources: an avenue of Curitiba drawn by its two ends.
        expect(step, `${road.name} ${index}`).toBeLessThan(4_100);
      });
    }
  });

  test('do not zigzag: no point turns right back, and bends are drawn by close points', () => {
    for (const road of data.roads.map(measureRoad)) {
      for (let index = 1; index < road.points.length - 1; index += 1) {
        const into = placeAt(road, (road.metresAt[index] ?? 0) - 0.5).courseDegrees;
        const out = placeAt(road, (road.metresAt[index] ?? 0) + 0.5).courseDegrees;
        const turn = Math.abs(((out - into + 540) % 360) - 180);
        expect(turn, `${road.name} ${index} ${road.points[index]?.latitude}`).toBeLessThan(140);
      }
    }
  });

  test('close when they are driven round', () => {
    for (const { loop, points } of data.roads) {
      if (loop) expect(points.at(-1)).toEqual(points[0]);
    }
  });
});

test('the cities together hold enough roads that no two vehicles need look like a convoy', () => {
  const roads = cityFiles.flatMap((file) => readCityData(file).roads.map(measureRoad));
  expect(roads.length).toBeGreaterThanOrEqual(50);
  expect(roads.reduce((sum, road) => sum + road.lengthMetres, 0)).toBeGreaterThan(250_000);
});

test('a place on a road is found by its metres, and beyond the ends it is the end', () => {
  const road = measureRoad({
    name: 'square',
    speedLimitKph: 50,
    points: [
      [0, 0],
      [0, 0.01],
      [0.01, 0.01],
    ],
  });
  expect(placeAt(road, road.lengthMetres / 4)).toMatchObject({ latitude: 0, courseDegrees: 90 });
  expect(placeAt(road, (road.lengthMetres * 3) / 4).courseDegrees).toBeCloseTo(0);
  expect(placeAt(road, -5)).toMatchObject({ latitude: 0, longitude: 0 });
  expect(placeAt(road, 1e9)).toMatchObject({ latitude: 0.01, longitude: 0.01 });
  expect(road.turnSpeedMps[1]).toBeLessThan(road.speedLimitMps * 3);
});
