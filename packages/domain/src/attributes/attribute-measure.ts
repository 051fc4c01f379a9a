import type { Settings } from '../catalog/settings.ts';
import {
  distanceFromMetres,
  knotsFromKph,
  speedFromKnots,
  unitSigns,
  volumeFromLitres,
} from '../units/units.ts';
import { attributeMeaning } from './position-attributes.ts';

/** A unit that numbers are shown in: what is behind them, and how many of it make one stored unit. */
export interface Measure {
  /** Empty for a number without a unit. */
  readonly sign: string;
  readonly factor: number;
}

export type AttributeUnits = Pick<Settings, 'speedUnit' | 'distanceUnit' | 'volumeUnit'>;

const msPerHour = 3_600_000;

/** How the numbers of a position's attribute are shown on an axis, in the person's units; the same as `formatAttribute`. */
export function attributeMeasure(key: string, units: AttributeUnits): Measure {
  const { speedUnit, distanceUnit, volumeUnit } = units;
  switch (attributeMeaning(key)?.dataType) {
    case 'distance':
      return { sign: unitSigns[distanceUnit], factor: distanceFromMetres(1, distanceUnit) };
    case 'speed':
      return { sign: unitSigns[speedUnit], factor: speedFromKnots(knotsFromKph(1), speedUnit) };
    case 'volume':
      return { sign: unitSigns[volumeUnit], factor: volumeFromLitres(1, volumeUnit) };
    case 'consumption':
      return { sign: `${unitSigns[volumeUnit]}/h`, factor: volumeFromLitres(1, volumeUnit) };
    case 'hours':
      return { sign: 'h', factor: 1 / msPerHour };
    case 'voltage':
      return { sign: 'V', factor: 1 };
    case 'percentage':
      return { sign: '%', factor: 1 };
    case 'temperature':
      return { sign: '°C', factor: 1 };
    case undefined:
      return { sign: '', factor: 1 };
  }
}
