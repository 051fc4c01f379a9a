/** The car that is stolen in the demonstration: it is registered and begins to drive when the theft begins. */

import { createDrivenVehicle, type DrivenVehicle, type Line } from '../../driven-vehicle.ts';
import { type FleetVehicle, makeFleet } from '../../fleet/fleet.ts';
import { imeiOf } from '../../fleet/identifiers.ts';
import { loadCity } from '../../road/load-cities.ts';

const tickMs = 500;
/** Reports come four times as often as usual: a theft of five minutes has a trail. */
const rate = 4;

export interface StolenCar {
  readonly driven: DrivenVehicle;
  stop(): Promise<void>;
}

export function stolenVehicle(): FleetVehicle {
  const owned = makeFleet(64).find(({ trade, category }) => trade === 'private' && category === 'suv');
  if (!owned) throw new Error('the fleet has no private car to steal');
  return {
    ...owned,
    ...{ name: 'RTH4B02 · Honda HR-V', plate: 'RTH4B02', manufacturer: 'Honda', model: 'HR-V' },
    ...{ dialect: 'gt06', trackerModel: 'Concox X3', uniqueId: imeiOf('86382907', 100_990) },
    ...{ phone: '48991240990', iccid: '89551093130990000990', start: 0.35 },
  };
}

/** It drives and reports until it is stopped. */
export function driveStolenCar(vehicle: FleetVehicle, line: Omit<Line, 'rate' | 'seed'>): StolenCar {
  const driven = createDrivenVehicle(vehicle, loadCity(vehicle.city), { ...line, rate, seed: 'theft' });
  const timer = setInterval(() => {
    driven.vehicle.advance(tickMs / 1000);
    driven.reporter.tick(tickMs / 1000, Date.now());
  }, tickMs);
  return {
    driven,
    stop: () => {
      clearInterval(timer);
      return driven.uplink.stop();
    },
  };
}
