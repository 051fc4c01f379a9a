import type { PositionAttributes } from '@atalaia/protocols/decoded-position';
import type { Thresholds } from '../thresholds.ts';

/** What a running engine burns in more time, and on a longer way, may reach a threshold: that is no theft. */
const longestDropMs = 3_600_000;
const longestDropMetres = 1000;

export interface FuelReading {
  /** Litres, or percent where the tracker reports only that. */
  readonly level: number;
  readonly isPercent: boolean;
  readonly timeMs: number;
  readonly totalDistanceMetres: number;
}

export interface FuelFindings {
  readonly event: 'deviceFuelDrop' | 'deviceFuelIncrease' | undefined;
  /** The newest reading. */
  readonly reading: FuelReading | undefined;
}

/** Whether the level fell or rose by a threshold from one reading to the next (ING-07). */
export function fuelFindings(
  before: FuelReading | undefined,
  attributes: PositionAttributes,
  at: { readonly timeMs: number; readonly totalDistanceMetres: number },
  thresholds: Pick<Thresholds, 'fuelDrop' | 'fuelIncrease'>,
): FuelFindings {
  const isPercent = typeof attributes.fuel !== 'number';
  const level = isPercent ? attributes.fuelLevel : attributes.fuel;
  if (typeof level !== 'number' || level < 0) return { event: undefined, reading: before };
  const reading = { level, isPercent, timeMs: at.timeMs, totalDistanceMetres: at.totalDistanceMetres };
  return { event: before && fuelEvent(before, reading, thresholds), reading };
}

function fuelEvent(
  before: FuelReading,
  now: FuelReading,
  { fuelDrop, fuelIncrease }: Pick<Thresholds, 'fuelDrop' | 'fuelIncrease'>,
): FuelFindings['event'] {
  if (before.isPercent !== now.isPercent) return undefined;
  const gained = now.level - before.level;
  if (fuelIncrease > 0 && gained >= fuelIncrease) return 'deviceFuelIncrease';
  const isSudden =
    now.timeMs - before.timeMs <= longestDropMs ||
    now.totalDistanceMetres - before.totalDistanceMetres < longestDropMetres;
  return fuelDrop > 0 && -gained >= fuelDrop && isSudden ? 'deviceFuelDrop' : undefined;
}
