import type { NumberBlocks } from '@atalaia/server/src/ingest/writer/number-blocks.ts';
import type { PositionRow } from '@atalaia/server/src/ingest/writer/rows.ts';
import type pg from 'pg';
import type { KnownObjects } from '../registry/known-objects.ts';
import type { Report } from '../report.ts';
import type { TraccarSource } from '../source/source.ts';

/** What positions and events are brought with. */
export interface HistoryParts {
  readonly source: TraccarSource;
  readonly client: pg.Client;
  readonly known: KnownObjects;
  readonly report: Report;
  /** IANA zone in which the source's clock writes its times. */
  readonly zone: string;
  readonly say: (text: string) => void;
}

/** What a piece is written with: one transaction is open. */
export interface PieceParts extends HistoryParts {
  readonly numbers: NumberBlocks;
  /** Of positions: the newest of each device that is not its place yet. */
  readonly newest: Map<number, PositionRow>;
}

/** Rows of the source that were translated: how many are stored, and what stores them, once so many numbers are reserved. */
export interface PreparedRows {
  readonly ready: number;
  store(): Promise<void>;
}
