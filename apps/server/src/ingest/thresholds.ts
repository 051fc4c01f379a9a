/** Values from which an event is raised (`docs/events.md`). An attribute of 0 turns its event off. */

export interface Thresholds {
  /** `fuelDropThreshold`, `fuelIncreaseThreshold`: litres where the tracker reports litres, else percent. */
  readonly fuelDrop: number;
  readonly fuelIncrease: number;
  /** `towDistance`: metres from where the ignition went off. */
  readonly towMetres: number;
  /** `inactivitySeconds`: without a position, ms. */
  readonly inactiveMs: number;
  /** `jammingSeconds`: silence of a vehicle under way, ms. */
  readonly jammingMs: number;
}

/** Inactivity is off: a parked tracker that sleeps raises no event unless a time is set. */
export const defaultThresholds: Thresholds = Object.freeze({
  fuelDrop: 10,
  fuelIncrease: 10,
  towMetres: 500,
  inactiveMs: 0,
  jammingMs: 600_000,
});

type Attributes = Readonly<Record<string, unknown>>;

/** What these attributes say; values that are no number from 0 up count as absent. */
export function thresholdsFrom(attributes: Attributes): Partial<Thresholds> {
  const { fuelDropThreshold, fuelIncreaseThreshold, towDistance, inactivitySeconds, jammingSeconds } =
    attributes;
  return given({
    fuelDrop: amount(fuelDropThreshold),
    fuelIncrease: amount(fuelIncreaseThreshold),
    towMetres: amount(towDistance),
    inactiveMs: milliseconds(inactivitySeconds),
    jammingMs: milliseconds(jammingSeconds),
  });
}

function given(read: { readonly [Key in keyof Thresholds]: number | undefined }): Partial<Thresholds> {
  const set: { -readonly [Key in keyof Thresholds]?: number } = {};
  for (const key of Object.keys(defaultThresholds) as (keyof Thresholds)[]) {
    const value = read[key];
    if (value !== undefined) set[key] = value;
  }
  return set;
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function milliseconds(seconds: unknown): number | undefined {
  const value = amount(seconds);
  return value === undefined ? undefined : value * 1000;
}
