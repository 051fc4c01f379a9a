/** How a battery is shown (STRIP-04). */

/** The volts that count as full. */
const fullVolts = 5;

/** Where the battery icon changes, percent, from full to empty. */
export const batterySteps = Object.freeze([90, 70, 40, 10, 0] as const);

export type BatteryStep = (typeof batterySteps)[number];

export type BatteryColour = 'green' | 'yellow' | 'red';

/** The attributes of a position of the tracker's battery. */
export interface BatteryReading {
  /** Percent. */
  readonly batteryLevel?: unknown;
  /** Volts. */
  readonly battery?: unknown;
}

/**
 * The charge in percent, 0–100: `batteryLevel` as it is, otherwise `battery` volts × 100 ÷ 5, clamped. Undefined when
 * the position has neither as a number.
 */
export function batteryPercent(reading: BatteryReading): number | undefined {
  const percent = numberOf(reading.batteryLevel) ?? percentOfVolts(numberOf(reading.battery));
  return percent === undefined ? undefined : Math.min(100, Math.max(0, percent));
}

/** The step of the icon: the highest of 90, 70, 40, 10, 0 that the charge reaches. */
export function batteryStep(percent: number): BatteryStep {
  return batterySteps.find((step) => percent >= step) ?? 0;
}

/** Green at 70 or more, yellow at 40 or more, otherwise red. */
export function batteryColour(percent: number): BatteryColour {
  if (percent >= 70) return 'green';
  return percent >= 40 ? 'yellow' : 'red';
}

function percentOfVolts(volts: number | undefined): number | undefined {
  return volts === undefined ? undefined : (volts * 100) / fullVolts;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
