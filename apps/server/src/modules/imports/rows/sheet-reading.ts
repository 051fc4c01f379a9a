/** What was understood of a file, before the database is asked. */
import type { CustomerInput } from '@atalaia/contract/accounts/customer';
import type { DeviceInput } from '@atalaia/contract/devices/device';
import type { ImportNoun, ImportPreview } from '@atalaia/contract/reports/import';
import type { CellReader } from '../cells/cell-value.ts';
import type { Findings } from './findings.ts';
import type { ColumnPlaces } from './place.ts';

/** What a file is to be read as. */
export interface SpreadsheetRequest {
  readonly noun: ImportNoun;
  readonly reader: CellReader;
  /** Whether every customer must name a group: without one, who is no administrator would not see him. */
  readonly needsGroup: boolean;
}

export interface ReadRow {
  /** As the spreadsheet counts, from 1. */
  readonly row: number;
  /** What would be saved; absent where something is wrong with it. Group and customer are still missing. */
  readonly input?: DeviceInput | CustomerInput;
  /** What the database is asked about, right or wrong as the rest of the row may be. */
  readonly lookups?: {
    readonly uniqueId?: string;
    readonly document?: string;
    readonly groupName?: string;
    readonly customerName?: string;
  };
}

export interface ReadSheet extends Findings {
  readonly rows: readonly ReadRow[];
  /** Of every column, by its name; those of the file from left to right. */
  readonly places: ColumnPlaces;
  readonly ignored: readonly string[];
  readonly sample: ImportPreview['sample'];
}
