import { bearingDegrees, distanceMetres } from '@atalaia/domain/geo/geometry';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cityFiles, loadCity } from '../road/load-cities.ts';
import { measureRoad, placeAt } from '../road/road.ts';
import { type Driver, drive, type Motion, placeOf, startMotion } from './motion.ts';

const roads = cityFiles.flatMap((file) => loadCity(file).roads);
const driver: Driver = { seed: 'test', haste: 0.9, accelerationMps2: 1.4, brakingMps2: 1.8 };

const trip = fc.record({
  road: fc.constantFrom(...roads),
  start: fc.double({ min: 0, max: 0.999, noNaN: true }),
  forward: fc.boolean(),
  seed: fc.string({ maxLength: 6 }),
  seconds: fc.integer({ min: 60, max: 900 }),
});

function drivenBetween(length: number, before: Motion, after: Motion): number {
  const plain = Math.abs(after.metres - before.metres);
  return Math.min(plain, length - plain);
}

test('the speed told is the distance moved over the time, in every half second', () => {
  fc.assert(
    fc.property(trip, ({ road, start, forward, seed, seconds }) => {
      let now = startMotion(start * road.lengthMetres, forward);
      for (let i = 0; i < seconds; i += 1) {
        const next = drive(road, now, { ...driver, seed }, {}, 0.5);
        if (next.lap === now.lap) {
          const driven = drivenBetween(road.lengthMetres, now, next);
          const expected = ((now.speedMps + next.speedMps) / 2) * 0.5;
          // A vehicle that comes to rest at a light drops its last crawl (0.4 m/s at most).
          expect(Math.abs(driven - expected)).toBeLessThan(0.11);
        }
        now = next;
      }
    }),
    { numRuns: 60 },
  );
});

test('a vehicle stays on its road, and its place lies on the line', () => {
  fc.assert(
    fc.property(trip, ({ road, start, forward, seed, seconds }) => {
      let now = startMotion(start * road.lengthMetres, forward);
      for (let i = 0; i < seconds; i += 7) {
        now = drive(road, now, { ...driver, seed }, {}, 7);
        expect(now.metres >= 0 && now.metres <= road.lengthMetres).toBe(true);
        const place = placeOf(road, now);
        expect(distanceMetres(place, placeAt(road, now.metres))).toBe(0);
        expect(place.courseDegrees >= 0 && place.courseDegrees < 360).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('it keeps the limit, gathers speed and brakes at rates that people bear', () => {
  fc.assert(
    fc.property(trip, ({ road, start, forward, seed }) => {
      let now = startMotion(start * road.lengthMetres, forward);
      for (let i = 0; i < 600; i += 1) {
        const next = drive(road, now, { ...driver, seed }, {}, 0.5);
        expect(next.speedMps).toBeLessThanOrEqual(road.speedLimitMps);
        const change = (next.speedMps - now.speedMps) / 0.5;
        expect(change).toBeLessThanOrEqual(driver.accelerationMps2 + 1e-9);
        if (next.lap === now.lap) expect(change).toBeGreaterThan(-3.2);
        now = next;
      }
    }),
    { numRuns: 60 },
  );
});

test.each([true, false])('the course told is the course moved (forward %s)', (forward) => {
  const road = roads.find(({ loop }) => loop)!;
  let now = startMotion(road.lengthMetres / 2, forward);
  let compared = 0;
  for (let i = 0; i < 600; i += 1) {
    const next = drive(road, now, driver, {}, 1);
    const from = placeOf(road, now);
    const to = placeOf(road, next);
    // On one straight piece of the road, moved far enough to measure.
    if (from.courseDegrees === to.courseDegrees && distanceMetres(from, to) > 3) {
      const turn = Math.abs(((bearingDegrees(from, to) - to.courseDegrees + 540) % 360) - 180);
      expect(turn).toBeLessThan(1);
      compared += 1;
    }
    now = next;
  }
  expect(compared).toBeGreaterThan(50);
});

test('every road is driven from end to end and back', () => {
  for (const road of roads) {
    let now = startMotion(0, true);
    let standing = 0;
    for (let i = 0; i < 3 * 3600 && now.lap < 2; i += 1) {
      now = drive(road, now, driver, {}, 1);
      if (now.speedMps === 0) standing += 1;
    }
    expect(now.lap, road.name).toBe(2);
    expect(standing, road.name).toBeGreaterThan(0);
  }
});

test('an order to park brings it to rest, and speeding takes it over the limit', () => {
  const road = roads.find(({ speedLimitMps }) => speedLimitMps > 20) ?? roads[0]!;
  let now = startMotion(200, true);
  let fastest = 0;
  for (let i = 0; i < 120; i += 1) {
    now = drive(road, now, driver, { speeding: 1.5 }, 1);
    fastest = Math.max(fastest, now.speedMps);
  }
  expect(fastest).toBeGreaterThan(road.speedLimitMps);
  for (let i = 0; i < 60; i += 1) now = drive(road, now, driver, { park: true }, 1);
  expect(now.speedMps).toBe(0);
});

test('it goes round bends no faster than a car can', () => {
  let bends = 0;
  for (const road of roads) {
    let now = startMotion(0, true);
    for (let i = 0; i < 4_000 && now.lap === 0; i += 1) {
      const next = drive(road, now, driver, {}, 0.5);
      road.metresAt.forEach((metres, index) => {
        if (next.lap > 0 || metres <= now.metres || metres > next.metres) return;
        const limit = road.turnSpeedMps[index] ?? Number.POSITIVE_INFINITY;
        if (limit < road.speedLimitMps) bends += 1;
        // Speeds are looked at twice a second, so a bend may be met a little faster than planned.
        expect(Math.min(now.speedMps, next.speedMps), `${road.name} ${index}`).toBeLessThan(limit * 1.2 + 1);
      });
      now = next;
    }
  }
  expect(bends).toBeGreaterThan(100);
});

test('it stands at some junctions on the way and not at all of them, and never at a motorway', () => {
  const stopsOn = (kph: number) => {
    const road = measureRoad({
      name: 'straight',
      speedLimitKph: kph,
      points: [
        [0, 0],
        [0, 0.08],
      ],
    });
    let now = startMotion(0, true);
    let stops = 0;
    while (now.lap === 0) {
      const next = drive(road, now, driver, {}, 0.5);
      if (next.standSeconds > 0 && now.standSeconds === 0 && next.lap === 0) stops += 1;
      now = next;
    }
    return stops;
  };
  expect(stopsOn(50)).toBeGreaterThan(4);
  expect(stopsOn(50)).toBeLessThan(20);
  expect(stopsOn(90)).toBe(0);
});
