/** How a place is written for a person (UNIT-02). */

import type { Language } from '../catalog/language.ts';
import { formatNumber } from '../units/number-text.ts';
import type { Place } from './geometry.ts';

/** Decimal degrees; degrees and decimal minutes; degrees, minutes and seconds. */
export const coordinateFormats = Object.freeze(['dd', 'ddm', 'dms'] as const);

export type CoordinateFormat = (typeof coordinateFormats)[number];

/** Decimals of degrees in `dd` and of minutes in `ddm`. */
export const coordinatePrecision = 6;

/** Decimals of seconds in `dms`. */
const secondsPrecision = 2;

/**
 * A latitude as text: `-3,731870` (dd, signed), `3° 43,912200' S` (ddm), `3° 43' 54,73" S` (dms).
 * Sixty minutes or seconds never appear: what would round up to 60 carries over. Not finite: `-`.
 */
export function formatLatitude(
  latitude: number,
  format: CoordinateFormat,
  language: Language,
  precision: number = coordinatePrecision,
): string {
  return formatAngle(latitude, format, language, precision, latitude < 0 ? 'S' : 'N');
}

/** A longitude as text, in the manner of `formatLatitude`, with `E` and `W`. */
export function formatLongitude(
  longitude: number,
  format: CoordinateFormat,
  language: Language,
  precision: number = coordinatePrecision,
): string {
  return formatAngle(longitude, format, language, precision, longitude < 0 ? 'W' : 'E');
}

/** Both coordinates of a place, latitude first, joined by comma and blank. */
export function formatPlace(
  place: Place,
  format: CoordinateFormat,
  language: Language,
  precision: number = coordinatePrecision,
): string {
  const latitude = formatLatitude(place.latitude, format, language, precision);
  return `${latitude}, ${formatLongitude(place.longitude, format, language, precision)}`;
}

/**
 * A place that is named by its nearest town, as the server writes it in Portuguese: `12 km do Recife, PE`. No town of a Brazilian
 * state begins with a small letter, as what a person typed does: `5 km de terra, GO`.
 */
const offTown = /^([1-9]\d{0,2}) km d[eoa] (\P{Ll}.*, \p{Lu}{2}|.+, \p{Lu}[^,]{2,})$/u;

/** An address as its reader's language has it: of those that name the nearest town, `12 km from Recife, PE`. */
export function placeText(address: string, language: Language): string {
  return language === 'en' ? address.replace(offTown, '$1 km from $2') : address;
}

function formatAngle(
  degrees: number,
  format: CoordinateFormat,
  language: Language,
  precision: number,
  hemisphere: string,
): string {
  if (!Number.isFinite(degrees)) return '-';
  if (format === 'dd') return fixed(degrees, language, precision);
  if (format === 'ddm') {
    const [whole, minutes] = carry(Math.abs(degrees), precision);
    return `${whole}° ${fixed(minutes, language, precision)}' ${hemisphere}`;
  }
  const [allMinutes, seconds] = carry(Math.abs(degrees) * 60, secondsPrecision);
  const whole = Math.floor(allMinutes / 60);
  return `${whole}° ${allMinutes % 60}' ${fixed(seconds, language, secondsPrecision)}" ${hemisphere}`;
}

/** Splits a value into its whole part and sixtieths, rounded before the split so that the sixtieths stay below 60. */
function carry(value: number, decimals: number): readonly [whole: number, sixtieths: number] {
  const scale = 10 ** decimals;
  const steps = Math.round(value * 60 * scale);
  const whole = Math.floor(steps / (60 * scale));
  return [whole, (steps - whole * 60 * scale) / scale];
}

function fixed(value: number, language: Language, decimals: number): string {
  return formatNumber(value, language, { atLeast: decimals, atMost: decimals });
}

/** The eight directions by 45°, clockwise from north, the same letters in both languages (UNIT-02). */
export const courseNames = Object.freeze(['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const);

type CourseName = (typeof courseNames)[number];

/** Any real number of degrees brought to 0 ≤ course < 360. Not finite gives 0. */
export function normaliseCourse(courseDegrees: number): number {
  if (!Number.isFinite(courseDegrees)) return 0;
  const turned = courseDegrees % 360;
  // A tiny negative number plus 360 rounds to 360 itself.
  const positive = turned < 0 ? turned + 360 : turned;
  return positive === 360 ? 0 : Math.abs(positive);
}

/** The nearest of the eight directions for a course in degrees; each reaches 22.5° to both sides. Not finite: `N`. */
export function courseName(courseDegrees: number): CourseName {
  return courseNames[Math.round(normaliseCourse(courseDegrees) / 45) % 8] ?? 'N';
}
