/** Numbers, places and times as the person signed in reads them: his units, his zone, his language (SET-01). */
import { formatAttribute } from '@atalaia/domain/attributes/attribute-text';
import type { Language } from '@atalaia/domain/catalog/language';
import type { Settings } from '@atalaia/domain/catalog/settings';
import { courseName, formatLatitude, formatLongitude, placeText } from '@atalaia/domain/geo/coordinates';
import { formatInstant } from '@atalaia/domain/time/dates';
import { formatHours, formatNumber } from '@atalaia/domain/units/number-text';
import {
  formatDistance,
  formatSpeed,
  formatVolume,
  speedFromKnots,
  unitSigns,
} from '@atalaia/domain/units/units';

export interface Formats {
  /** `62 km/h` */
  speed(speedKnots: number): string;
  /** `61,9`, to is before `speedUnit`. */
  speedNumber(speedKnots: number): string;
  /** `80`, as a limit is written. */
  wholeSpeed(speedKnots: number): string;
  readonly speedUnit: string;
  /** `182.407,31 km` */
  distance(metres: number): string;
  /** `43,0 L` */
  volume(litres: number): string;
  /** `4.812 h 07 m` */
  hours(durationMs: number | undefined): string;
  /** `−3,731870` */
  latitude(degrees: number): string;
  longitude(degrees: number): string;
  /** `12 km do Recife, PE`; what was not found stays so. */
  address(address: string | null | undefined): string | undefined;
  /** `NE` */
  course(degrees: number): string;
  /** `20.000` */
  count(value: number): string;
  /** `84 %` */
  percent(value: number): string;
  /** A position's attribute by its key; undefined where words are needed, or it is no plain value. */
  attribute(key: string, value: unknown): string | undefined;
  /** ISO to `YYYY-MM-DD HH:mm:ss` in the person's zone. */
  panelTime(instant: string): string;
  /** ISO to `DD/MM/YYYY - HH:mm:ss` in the person's zone (UNIT-03). */
  dateTime(instant: string): string;
  /** Ms since 1970 UTC to `DD/MM/YYYY` in the person's zone. */
  day(instantMs: number): string;
}

const whole = { atLeast: 0, atMost: 0 };
const oneDecimal = { atLeast: 0, atMost: 1 };

export function createFormats(settings: Settings, language: Language): Formats {
  const { speedUnit, distanceUnit, volumeUnit, coordinateFormat, timezone, twelveHourFormat } = settings;
  return {
    speed: (speedKnots) => formatSpeed(speedKnots, speedUnit, language),
    speedNumber: (speedKnots) => formatNumber(speedFromKnots(speedKnots, speedUnit), language, oneDecimal),
    wholeSpeed: (speedKnots) => formatNumber(speedFromKnots(speedKnots, speedUnit), language, whole),
    speedUnit: unitSigns[speedUnit],
    distance: (metres) => formatDistance(metres, distanceUnit, language),
    volume: (litres) => formatVolume(litres, volumeUnit, language),
    hours: (durationMs) => formatHours(durationMs, language),
    latitude: (degrees) => formatLatitude(degrees, coordinateFormat, language),
    longitude: (degrees) => formatLongitude(degrees, coordinateFormat, language),
    address: (address) => (address ? placeText(address, language) : undefined),
    course: courseName,
    count: (value) => formatNumber(value, language, whole),
    percent: (value) => `${formatNumber(value, language, whole)} %`,
    attribute: (key, value) => formatAttribute(key, value, settings, language),
    dateTime: (instant) => formatInstant(Date.parse(instant), 'display', timezone, twelveHourFormat),
    day: (instantMs) => formatInstant(instantMs, 'formDate', timezone),
    panelTime: (instant) => formatInstant(Date.parse(instant), 'panel', timezone, twelveHourFormat),
  };
}
