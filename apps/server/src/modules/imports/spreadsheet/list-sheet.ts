/** A list as a spreadsheet of one sheet: rows come as JSON with commas between, and go as the next bytes of the file. */
import type { SheetCell } from '@atalaia/domain/spreadsheet/cell-xml';
import { type Bytes, createWorkbookStream } from '@atalaia/domain/spreadsheet/workbook-stream';
import { localTimeAt } from '@atalaia/domain/time/zoned-time';

export interface ListCell<Row> {
  readonly title: string;
  readonly width: number;
  readonly of: (row: Row) => SheetCell;
}

export interface ListSheet {
  rows(json: string): Bytes;
  end(): Bytes;
}

export function createListSheet<Row>(name: string, columns: readonly ListCell<Row>[]): ListSheet {
  const stream = createWorkbookStream([{ name, columns }]);
  return {
    rows: (json) =>
      stream.rows((JSON.parse(`[${json}]`) as Row[]).map((row) => columns.map(({ of }) => of(row)))),
    end: stream.end,
  };
}

/** An instant as the person's wall clock shows it, for a cell that is a true date. */
export function wallClock(instant: string, timezone: string): Date {
  const { year, month, day, hour, minute, second } = localTimeAt(Date.parse(instant), timezone);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}
