/** What a vehicle and its tracker measure beside the place: supply, battery, fuel, distance, hours. Pure. */

export interface MachineKind {
  /** 12 or 24. */
  readonly nominalVolts: number;
  readonly tankLitres: number;
  readonly kilometresPerLitre: number;
}

export interface Machine {
  readonly ignition: boolean;
  readonly odometerMetres: number;
  readonly engineHoursMs: number;
  readonly fuelPercent: number;
  /** Of the tracker's own battery. */
  readonly batteryPercent: number;
  /** The tracker is cut off from the vehicle's supply. */
  readonly powerCut: boolean;
}

/** Percent of its battery that a tracker uses in an hour without supply, and gains with it. */
const drainPercentAnHour = 25;
const chargePercentAnHour = 60;
/** Litres an hour that an engine takes standing. */
const idleLitresAnHour = 0.9;
/** One who is this low fills up. */
const refuelAtPercent = 8;
const refuelledPercent = 96;

/** The machine after so many seconds in which it moved so many metres. */
export function runMachine(kind: MachineKind, machine: Machine, seconds: number, metres: number): Machine {
  const hours = seconds / 3600;
  const litres = metres / 1000 / kind.kilometresPerLitre + (machine.ignition ? idleLitresAnHour * hours : 0);
  const fuelPercent = machine.fuelPercent - (litres / kind.tankLitres) * 100;
  const batteryChange = machine.powerCut ? -drainPercentAnHour * hours : chargePercentAnHour * hours;
  return {
    ...machine,
    odometerMetres: machine.odometerMetres + metres,
    engineHoursMs: machine.engineHoursMs + (machine.ignition ? seconds * 1000 : 0),
    fuelPercent: fuelPercent < refuelAtPercent ? refuelledPercent : fuelPercent,
    batteryPercent: Math.min(100, Math.max(0, machine.batteryPercent + batteryChange)),
  };
}

/** Volts at the tracker's supply: charging while the engine runs, a rested battery otherwise, nothing when cut. */
export function powerVolts(kind: MachineKind, machine: Machine): number {
  if (machine.powerCut) return 0;
  return (kind.nominalVolts / 12) * (machine.ignition ? 13.9 : 12.6);
}

/** Volts of a lithium cell by its charge. */
export function batteryVolts(machine: Machine): number {
  return 3.5 + (machine.batteryPercent / 100) * 0.65;
}
