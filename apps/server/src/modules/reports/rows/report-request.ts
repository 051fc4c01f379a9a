import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import type { Language } from '@atalaia/domain/catalog/language';
import type { Settings } from '@atalaia/domain/catalog/settings';

export type ReportKind = 'route' | 'events' | 'trips' | 'stops' | 'summary' | 'geofences' | 'combined';

/** A report as it is asked of the thread that makes it: who asked may see all of these devices. */
export interface ReportRequest {
  readonly kind: ReportKind;
  /** In the order in which they are to come. */
  readonly deviceIds: Int32Array;
  /** ms since 1970 UTC, both included. */
  readonly fromMs: number;
  readonly toMs: number;
  /** For events; all when absent. */
  readonly eventTypes?: readonly string[] | undefined;
  /** For events: those that have one of these alarms; all when absent. */
  readonly alarms?: readonly string[] | undefined;
  /** For stays in geofences: these, which who asked sees. */
  readonly geofenceIds?: readonly number[] | undefined;
  /** For a summary by days: the beginning of each part, ms since 1970 UTC; one part when absent. */
  readonly dayStartsMs?: readonly number[] | undefined;
  /** Of a route's spreadsheet, see `sheet/route-columns.ts`; those that are there from the first when absent. */
  readonly columns?: readonly string[] | undefined;
  /** Comma-separated values, where no spreadsheet is requested. */
  readonly isCsv?: boolean;
  /** As gzip. */
  readonly isZipped?: boolean;
  /** From the replica, which holds everything until then, ms since 1970 UTC; from the primary when absent. */
  readonly asOfMs?: number | undefined;
  /** A spreadsheet, as this person reads; JSON when absent. */
  readonly sheet?: SheetReader | undefined;
}

export interface SheetReader {
  readonly language: Language;
  readonly settings: Pick<
    Settings,
    'timezone' | 'twelveHourFormat' | 'speedUnit' | 'distanceUnit' | 'volumeUnit'
  >;
}

/** A report as a file (REP-08). */
export const reportFile = Object.freeze({ name: 'relatorio.xlsx', type: spreadsheetType });

export const csvType = 'text/csv';
export const csvFile = Object.freeze({ name: 'relatorio.csv', type: 'text/csv; charset=utf-8' });
