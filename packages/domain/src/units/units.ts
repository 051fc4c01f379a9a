/**
 * Units of speed, distance and volume. The product stores knots, metres and litres, and converts only to show.
 * Factors and decimals are those the specification states (section 9), and the keys are the field's own.
 */
import type { Language } from '../catalog/language.ts';
import { formatNumber } from './number-text.ts';

export const speedUnits = Object.freeze(['kmh', 'mph', 'kn'] as const);
export type SpeedUnit = (typeof speedUnits)[number];

export const distanceUnits = Object.freeze(['km', 'mi', 'nmi', 'm'] as const);
export type DistanceUnit = (typeof distanceUnits)[number];

export const volumeUnits = Object.freeze(['ltr', 'impGal', 'usGal'] as const);
export type VolumeUnit = (typeof volumeUnits)[number];

export const defaultSpeedUnit: SpeedUnit = 'kmh';
export const defaultDistanceUnit: DistanceUnit = 'km';
export const defaultVolumeUnit: VolumeUnit = 'ltr';

/** How many of the unit make one knot. */
const speedPerKnot: Readonly<Record<SpeedUnit, number>> = Object.freeze({ kn: 1, kmh: 1.852, mph: 1.15078 });

/** How many of the unit make one metre. */
const distancePerMetre: Readonly<Record<DistanceUnit, number>> = Object.freeze({
  m: 1,
  km: 0.001,
  mi: 0.000621371,
  nmi: 0.000539957,
});

/** How many litres one of the unit holds: a volume is divided where a speed is multiplied. */
const litresPerUnit: Readonly<Record<VolumeUnit, number>> = Object.freeze({
  ltr: 1,
  impGal: 4.546,
  usGal: 3.785,
});

/** The signs written after a value, the same in both languages. */
export const unitSigns: Readonly<Record<SpeedUnit | DistanceUnit | VolumeUnit, string>> = Object.freeze({
  kn: 'kn',
  kmh: 'km/h',
  mph: 'mph',
  m: 'm',
  km: 'km',
  mi: 'mi',
  nmi: 'nmi',
  ltr: 'L',
  impGal: 'gal (imp)',
  usGal: 'gal (US)',
});

/** Knots to the unit shown, unrounded. */
export function speedFromKnots(speedKnots: number, unit: SpeedUnit): number {
  return speedKnots * speedPerKnot[unit];
}

/** The unit shown to knots, unrounded. */
export function knotsFromSpeed(speed: number, unit: SpeedUnit): number {
  return speed / speedPerKnot[unit];
}

/** Metres to the unit shown, unrounded. */
export function distanceFromMetres(distanceMetres: number, unit: DistanceUnit): number {
  return distanceMetres * distancePerMetre[unit];
}

/** The unit shown to metres, unrounded. */
export function metresFromDistance(distance: number, unit: DistanceUnit): number {
  return distance / distancePerMetre[unit];
}

/** Litres to the unit shown, unrounded. */
export function volumeFromLitres(volumeLitres: number, unit: VolumeUnit): number {
  return volumeLitres / litresPerUnit[unit];
}

/** The unit shown to litres, unrounded. */
export function litresFromVolume(volume: number, unit: VolumeUnit): number {
  return volume * litresPerUnit[unit];
}

/** km/h, as most trackers send it, to knots. */
export function knotsFromKph(speedKph: number): number {
  return knotsFromSpeed(speedKph, 'kmh');
}

/** Knots to km/h. */
export function kphFromKnots(speedKnots: number): number {
  return speedFromKnots(speedKnots, 'kmh');
}

/** Metres a second, as phones send it, to knots. */
export function knotsFromMps(speedMps: number): number {
  return knotsFromKph(speedMps * 3.6);
}

/** Knots to metres a second. */
export function mpsFromKnots(speedKnots: number): number {
  return kphFromKnots(speedKnots) / 3.6;
}

/** A stored speed as shown: at most one decimal, `62 km/h`, `61,9 km/h`. Not finite: `-`. */
export function formatSpeed(speedKnots: number, unit: SpeedUnit, language: Language): string {
  return withSign(speedFromKnots(speedKnots, unit), unit, language, 0, 1);
}

/** A stored distance as shown: always two decimals, `182.407,31 km`. Not finite: `-`. */
export function formatDistance(distanceMetres: number, unit: DistanceUnit, language: Language): string {
  return withSign(distanceFromMetres(distanceMetres, unit), unit, language, 2, 2);
}

/** A stored volume as shown: always one decimal, `43,0 L`. Not finite: `-`. */
export function formatVolume(volumeLitres: number, unit: VolumeUnit, language: Language): string {
  return withSign(volumeFromLitres(volumeLitres, unit), unit, language, 1, 1);
}

function withSign(
  value: number,
  unit: keyof typeof unitSigns,
  language: Language,
  atLeast: number,
  atMost: number,
): string {
  if (!Number.isFinite(value)) return '-';
  return `${formatNumber(value, language, { atLeast, atMost })} ${unitSigns[unit]}`;
}
