import { createRandom } from '../random.ts';
import type { Road } from '../road/road.ts';
import { completeReport, type Report } from '../wire/report.ts';
import { batteryVolts, type Machine, type MachineKind, powerVolts, runMachine } from './machine.ts';
import { type Driver, drive, type Motion, type Orders, placeOf, startMotion } from './motion.ts';

export interface VehicleParts {
  /** Own stream of chance. */
  readonly seed: string;
  readonly road: Road;
  /** Metres above the sea thereabouts. */
  readonly altitudeMetres: number;
  readonly kind: MachineKind;
  /** Where on the road it starts, 0 to 1, and whither. */
  readonly start: number;
  readonly forward: boolean;
  /** Of whoever drives it. */
  readonly driverKey: number;
}

/** A vehicle on its road. Time passes only by `advance`. */
export interface Vehicle {
  advance(seconds: number): void;
  report(nowMs: number): Report;
  readonly speedMps: number;
  /** Clockwise from north. */
  readonly courseDegrees: number;
  readonly ignition: boolean;
  /** Drives on where it was parked, and starts the engine; `speeding` is times the limit. */
  order(orders: Orders): void;
  /** Cuts the tracker's supply, or gives it back. */
  cutPower(cut: boolean): void;
  /** Leaves the tracker's battery at so much. */
  drainBattery(toPercent: number): void;
  /** The engine is cut, or allowed, by command: a vehicle that rolls comes to rest first. */
  block(blocked: boolean): void;
}

function driverOf(seed: string): Driver {
  const random = createRandom(seed, 'driver');
  return {
    seed,
    haste: random.between(0.72, 0.98),
    accelerationMps2: random.between(0.9, 1.7),
    brakingMps2: random.between(1.4, 2.2),
  };
}

function machineOf(seed: string): Machine {
  const random = createRandom(seed, 'machine');
  return {
    ignition: true,
    odometerMetres: random.whole(8_000, 310_000) * 1000,
    engineHoursMs: random.whole(300, 9_000) * 3_600_000,
    fuelPercent: random.between(25, 95),
    batteryPercent: 100,
    powerCut: false,
  };
}

export function createVehicle(parts: VehicleParts): Vehicle {
  const { seed, road, kind } = parts;
  const driver = driverOf(seed);
  const noise = createRandom(seed, 'noise');
  let motion: Motion = startMotion(parts.start * road.lengthMetres, parts.forward);
  let machine = machineOf(seed);
  let orders: Orders = {};
  let blocked = false;

  function drivenSince(before: Motion): number {
    // In one step a vehicle turns at most once, and a round is never shorter than a step.
    if (motion.lap !== before.lap) return (before.speedMps + motion.speedMps) / 2;
    return Math.abs(motion.metres - before.metres);
  }

  return {
    advance: (seconds) => {
      const before = motion;
      motion = drive(road, motion, driver, blocked ? { park: true } : orders, seconds);
      const engineOff = (orders.park === true || blocked) && motion.speedMps === 0;
      machine = runMachine(kind, { ...machine, ignition: !engineOff }, seconds, drivenSince(before));
    },
    report: (nowMs) => {
      const place = placeOf(road, motion);
      return completeReport({
        fixTimeMs: nowMs,
        latitude: place.latitude,
        longitude: place.longitude,
        altitudeMetres: parts.altitudeMetres,
        speedKph: motion.speedMps * 3.6,
        courseDegrees: place.courseDegrees,
        satellites: noise.whole(8, 14),
        hdop: noise.between(0.6, 1.4),
        ignition: machine.ignition,
        blocked,
        powerVolts: machine.powerCut ? 0 : powerVolts(kind, machine) + noise.between(-0.1, 0.1),
        batteryVolts: batteryVolts(machine),
        batteryPercent: machine.batteryPercent,
        signalPercent: noise.between(45, 100),
        odometerMetres: machine.odometerMetres,
        engineHoursMs: machine.engineHoursMs,
        fuelPercent: machine.fuelPercent,
        driverKey: parts.driverKey,
      });
    },
    get speedMps() {
      return motion.speedMps;
    },
    get courseDegrees() {
      return placeOf(road, motion).courseDegrees;
    },
    get ignition() {
      return machine.ignition;
    },
    order: (given) => {
      orders = given;
    },
    cutPower: (cut) => {
      machine = { ...machine, powerCut: cut };
    },
    drainBattery: (toPercent) => {
      machine = { ...machine, batteryPercent: Math.min(machine.batteryPercent, toPercent) };
    },
    block: (block) => {
      blocked = block;
    },
  };
}
