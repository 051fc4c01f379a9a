import type { Language } from '@atalaia/domain/catalog/language';
import type { Settings } from '@atalaia/domain/catalog/settings';

export type ReportKind = 'route' | 'events' | 'trips' | 'stops' | 'summary';

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
  /** Of a route's spreadsheet, see `sheet/route-columns.ts`; those that are there from the first when absent. */
  readonly columns?: readonly string[] | undefined;
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
