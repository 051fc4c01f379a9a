/** Messages between the server's thread and that of its reports. */
import type { TownsData } from '../../../platform/geocoding/towns.ts';
import type { ReportRequest } from '../rows/report-request.ts';
import type { RowLimits } from '../rows/row-limits.ts';

/** The data that the thread begins with. */
export interface ReportThreadData {
  readonly connectionString: string;
  /** Of the replica; absent where there is none. */
  readonly replicaConnectionString?: string | undefined;
  readonly logLevel: string;
  readonly limits: RowLimits;
}

/**
 * - `make`: each answer is the next piece of the file; undefined at its end.
 * - `count`: the first answer is its end.
 */
export type ReportOrder =
  | { readonly kind: 'make'; readonly request: ReportRequest }
  | { readonly kind: 'count' };

export type ReportQuestion = 'next';

export type ReportAnswer = Uint8Array<ArrayBuffer> | undefined;

/** Sent once, as soon as they are read; null when they cannot be read, and places stay without an address. */
export interface ReportTowns {
  readonly towns: TownsData | null;
}
