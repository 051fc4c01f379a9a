import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import type { Language } from '@atalaia/domain/catalog/language';
import type { CoordinateFormat } from '@atalaia/domain/geo/coordinates';
import type { DistanceUnit } from '@atalaia/domain/units/units';

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
  readonly type: string;
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
