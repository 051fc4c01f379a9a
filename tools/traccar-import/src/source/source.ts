/** A Traccar database, whichever engine holds it: tables of the registry whole, its history in pieces. */

/** Column names in small letters; times as text without a zone, binary columns as Buffer, the rest as the engine gives it. */
export type SourceRow = Readonly<Record<string, unknown>>;

export type HistoryTable = 'tc_positions' | 'tc_events';

/** By the column of `timeColumns`, as the source writes times: `2026-11-24 09:30:00`, in its own zone. */
export interface Period {
  readonly from: string;
  /** The first instant after it. */
  readonly to: string;
}

export interface TraccarSource {
  /** The same for the same database at every run; holds no password. */
  readonly name: string;
  /** Tables that begin with `tc_`, in small letters. */
  tables(): Promise<readonly string[]>;
  /** All rows of a table of the registry; none where there is no such table. */
  rows(table: string): Promise<readonly SourceRow[]>;
  /** Rows of the period whose id is above `afterId`, by rising id, some thousands at a time. */
  history(table: HistoryTable, afterId: number, period: Period): AsyncIterable<readonly SourceRow[]>;
  close(): Promise<void>;
}

/** What a person can mend: printed without a stack. */
export class SourceRefused extends Error {
  override name = 'SourceRefused';
}

/** Rows a piece. */
export const pieceRows = 5_000;

/** The column by which a row of history belongs to a period. */
export const timeColumns = { tc_positions: 'fixtime', tc_events: 'eventtime' } as const;
