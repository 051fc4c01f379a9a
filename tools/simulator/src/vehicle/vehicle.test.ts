import { distanceMetres } from '@atalaia/domain/geo/geometry';
import { expect, test } from 'vitest';
import { loadCity } from '../road/load-cities.ts';
import { blockCommandOf } from './block-command.ts';
import { createVehicle, type Vehicle } from './vehicle.ts';

const [road] = loadCity('curitiba').roads;
const kind = { nominalVolts: 24, tankLitres: 300, kilometresPerLitre: 3 };
const startMs = Date.UTC(2026, 10, 21, 12);

function vehicle(seed = 'seven'): Vehicle {
  return createVehicle({
    seed,
    road: road!,
    altitudeMetres: 930,
    kind,
    start: 0.3,
    forward: true,
    driverKey: 7,
  });
}

test('the same seed drives the same way, another does not', () => {
  const [one, same, other] = [vehicle(), vehicle(), vehicle('eight')];
  for (let second = 0; second < 200; second += 1) for (const each of [one, same, other]) each.advance(1);
  expect(one.report(startMs)).toEqual(same.report(startMs));
  expect(one.report(startMs).latitude).not.toBe(other.report(startMs).latitude);
});

test('the odometer counts what was driven, and the tank what it took', () => {
  const car = vehicle();
  const first = car.report(startMs);
  let driven = 0;
  let before = first;
  for (let second = 1; second <= 900; second += 1) {
    car.advance(1);
    const now = car.report(startMs + second * 1000);
    driven += distanceMetres(before, now);
    before = now;
  }
  // Bends are cut by the straight line from second to second.
  expect(before.odometerMetres - first.odometerMetres).toBeGreaterThan(driven * 0.98);
  expect(before.odometerMetres - first.odometerMetres).toBeLessThan(driven * 1.05 + 30);
  expect(before.fuelPercent).toBeLessThan(first.fuelPercent);
  expect(before.engineHoursMs - first.engineHoursMs).toBe(900_000);
});

test('told to park it rolls out, switches off and rests its battery; told to go it drives', () => {
  const car = vehicle();
  for (let second = 0; second < 60; second += 1) car.advance(1);
  car.order({ park: true });
  for (let second = 0; second < 60; second += 1) car.advance(1);
  const parked = car.report(startMs);
  expect([parked.speedKph, parked.ignition]).toEqual([0, false]);
  expect(parked.powerVolts).toBeLessThan(25.5);
  car.order({});
  for (let second = 0; second < 40; second += 1) car.advance(1);
  expect(car.report(startMs).ignition).toBe(true);
  expect(car.report(startMs).powerVolts).toBeGreaterThan(27);
});

test('without supply it lives on its own battery', () => {
  const car = vehicle();
  car.cutPower(true);
  for (let minute = 0; minute < 60; minute += 1) car.advance(60);
  const report = car.report(startMs);
  expect(report.powerVolts).toBe(0);
  expect(report.batteryPercent).toBeCloseTo(75, 0);
  expect(report.batteryVolts).toBeLessThan(4.1);
});

test('a blocking command brings it to rest and says so, and the other lets it go', () => {
  const car = vehicle();
  for (let second = 0; second < 60; second += 1) car.advance(1);
  for (const text of ['RELAY,1#', 'setdigout 1', 'ST300CMD;100850000;02;Enable1', 'CMD;0520000295;04;01']) {
    expect(blockCommandOf(text)?.blocks).toBe(true);
  }
  expect(blockCommandOf('WHERE#')).toBeUndefined();
  car.block(true);
  for (let second = 0; second < 60; second += 1) car.advance(1);
  expect(car.report(startMs)).toMatchObject({ speedKph: 0, blocked: true, ignition: false });
  car.block(blockCommandOf('HFYD#')?.blocks ?? true);
  for (let second = 0; second < 60; second += 1) car.advance(1);
  expect(car.report(startMs).blocked).toBe(false);
});
