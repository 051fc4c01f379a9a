import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import type { Language } from '@atalaia/domain/catalog/language';
import { type CoordinateFormat, formatPlace } from '@atalaia/domain/geo/coordinates';
import { bearingDegrees, distanceMetres, type Place } from '@atalaia/domain/geo/geometry';
import { formatInstant } from '@atalaia/domain/time/dates';
import { formatNumber } from '@atalaia/domain/units/number-text';
import { type DistanceUnit, distanceFromMetres, unitSigns } from '@atalaia/domain/units/units';
import type { PhraseKey } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import type { Town } from './base-map.ts';

// What a report says, in the reader's language, zone and units.

export interface ReportLabels {
  text(key: PhraseKey, values?: Readonly<Record<string, string | number>>): string;
  /** An instant of the contract; `D/N` when there is none. */
  date(instant: string | null): string;
  place(place: Place): string;
  distance(metres: number): string;
  /** How far a place is from the nearest town, and which way: `12,3 km NE de Fortaleza`. */
  nearTown(place: Place, towns: readonly Town[]): string | undefined;
}

/** The eight points of the compass, clockwise from north. */
const points = {
  'pt-BR': ['N', 'NE', 'L', 'SE', 'S', 'SO', 'O', 'NO'],
  en: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
};

export function createReportLabels(reader: ReportReader): ReportLabels {
  const { language, timezone, twelveHourFormat, coordinateFormat, distanceUnit } = reader;
  const words: ReportLabels = {
    text: (key, values) => say(language, key, values),
    date: (instant) =>
      formatInstant(instant === null ? null : Date.parse(instant), 'display', timezone, twelveHourFormat),
    place: (place) => formatPlace(place, coordinateFormat, language),
    distance(metres) {
      const length = distanceFromMetres(metres, distanceUnit);
      return `${formatNumber(length, language, { atLeast: 0, atMost: 1 })} ${unitSigns[distanceUnit]}`;
    },
    nearTown(place, towns) {
      const [nearest] = towns
        .map((town) => ({ town, metres: distanceMetres(town, place) }))
        .toSorted((one, other) => one.metres - other.metres);
      if (!nearest) return undefined;
      const point = points[language][Math.round(bearingDegrees(nearest.town, place) / 45) % 8] ?? '';
      const distance = words.distance(nearest.metres);
      return words.text('sinisterReport.nearTown', { distance, point, town: nearest.town.name });
    },
  };
  return words;
}

/** All that the report of a case is made of (SIN-13). */
export interface SinisterReportData {
  readonly sinister: Sinister;
  readonly images: readonly ReportImage[];
  /** Longitude and latitude in turn, from the opening to the closing. */
  readonly trail: readonly number[];
  readonly brand: ReportBrand;
  readonly reader: ReportReader;
  /** ms since 1970 UTC. */
  readonly issuedMs: number;
  /** Name of the person who requested it. */
  readonly issuedBy: string;
}

/** Whose report it is. */
export interface ReportBrand {
  /** `#rrggbb` */
  readonly theme: string;
  readonly logo: Uint8Array | undefined;
}

export interface ReportImage {
  readonly occurrenceId: number;
  readonly bytes: Uint8Array;
}

/** How the person who requested it reads (SET-01). */
export interface ReportReader {
  readonly language: Language;
  readonly timezone: string;
  readonly twelveHourFormat: boolean;
  readonly coordinateFormat: CoordinateFormat;
  readonly distanceUnit: DistanceUnit;
}
