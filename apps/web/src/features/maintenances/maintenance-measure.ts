/** In which unit a person reads and types what a maintenance counts (MNT-01). */
import { attributeMeaning, positionTimes } from '@atalaia/domain/attributes/position-attributes';
import type { Settings } from '@atalaia/domain/catalog/settings';
import {
  distanceFromMetres,
  litresFromVolume,
  metresFromDistance,
  unitSigns,
  volumeFromLitres,
} from '@atalaia/domain/units/units';
import type { Formats } from '../../lib/formats/formats.ts';

/** Attributes that only grow, as far as a tracker keeps its counters: what is counted again and again. */
export const countedAttributes = Object.freeze([
  'totalDistance',
  'odometer',
  'obdOdometer',
  'serviceOdometer',
  'tripOdometer',
  'distance',
  'hours',
  'runtime',
  'drivingTime',
  'fuelUsed',
  'steps',
  'fixTime',
] as const);

/** One that falls due by the calendar: its values are ms since 1970 UTC. */
export const isByTime = (type: string): boolean => positionTimes.has(type);

export interface Measure {
  readonly sign: string;
  /** From what is stored to what is shown. */
  readonly shown: (stored: number) => number;
  readonly stored: (shown: number) => number;
}

const hourMs = 3_600_000;

/** Of a period by time, ms. */
export const dayMs = 24 * hourMs;

/** A value in the unit of what it counts. */
export const measureText = (type: string, value: number, formats: Formats): string =>
  formats.attribute(type, value) ?? formats.count(value);

const asItIs = (value: number) => value;

type Units = Pick<Settings, 'distanceUnit' | 'volumeUnit'>;

/** Of a position attribute by its key; the unit of an unknown one is its own, and a period by time is in days. */
export function measureOf(type: string, { distanceUnit, volumeUnit }: Units): Measure {
  if (isByTime(type))
    return { sign: 'd', shown: (ms) => ms / dayMs, stored: (days) => Math.round(days * dayMs) };
  switch (attributeMeaning(type)?.dataType) {
    case 'distance':
      return {
        sign: unitSigns[distanceUnit],
        shown: (metres) => distanceFromMetres(metres, distanceUnit),
        // to a tenth of a millimetre: ten thousand kilometres are ten million metres and no more
        stored: (distance) => Math.round(metresFromDistance(distance, distanceUnit) * 1e4) / 1e4,
      };
    case 'hours':
      return {
        sign: 'h',
        shown: (ms) => ms / hourMs,
        stored: (hours) => Math.round(hours * hourMs),
      };
    case 'volume':
      return {
        sign: unitSigns[volumeUnit],
        shown: (litres) => volumeFromLitres(litres, volumeUnit),
        stored: (volume) => litresFromVolume(volume, volumeUnit),
      };
    default:
      return { sign: '', shown: asItIs, stored: asItIs };
  }
}
