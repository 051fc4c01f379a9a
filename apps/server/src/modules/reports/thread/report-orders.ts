/** What is said between the server's thread and that of its reports. Every order has a port of its own. */
import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '@atalaia/contract/errors';
import type { ErrorDetails } from '../../../app-error.ts';
import type { TownsData } from '../../../integrations/geocoding/towns.ts';
import type { ReportRequest } from '../rows/report-request.ts';
import type { RowLimits } from '../rows/row-limits.ts';

/** The data that the thread begins with. */
export interface ReportThreadData {
  readonly connectionString: string;
  readonly logLevel: string;
  readonly limits: RowLimits;
}

/**
 * `make` answers each message on its port with the next piece; `count` answers its first. Closing the port gives the
 * order up, on either side.
 */
export type ReportOrder = (
  | { readonly make: ReportRequest; readonly count?: never }
  | { readonly count: true; readonly make?: never }
) & { readonly port: MessagePort };

/** Told once, as soon as they are read; null when they cannot be, and places without an address go without. */
export interface ReportTowns {
  readonly towns: TownsData | null;
}

/** A piece of the file; nothing at its end; or why there is none. */
export type ReportAnswer =
  | { readonly bytes?: Uint8Array<ArrayBuffer>; readonly failure?: never }
  | { readonly failure: ReportFailure; readonly bytes?: never };

export interface ReportFailure {
  readonly message: string;
  /** Of a refusal, which the caller is told. */
  readonly code?: ErrorCode;
  readonly details?: ErrorDetails;
}
