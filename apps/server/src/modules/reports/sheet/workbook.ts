import { say } from '@atalaia/phrases/say';
import writeWorkbook, { type Row } from 'write-excel-file/node';
import type { ReportRequest, SheetReader } from '../rows/report-request.ts';
import { tooLarge } from '../rows/row-limits.ts';
import { text } from './cells.ts';
import { routeColumns } from './route-columns.ts';
import { cellOf, titleOf, valueCell } from './sheet-cells.ts';
import { sheetColumns, sheetTitles } from './sheet-columns.ts';

const bold = { fontWeight: 'bold' } as const;
const widths = { text: 32, event: 32, instant: 22 } as const;

/**
 * The rows as one workbook with one sheet, every device in it, so that it can be sorted and filtered as a whole; the
 * sums stand in the last row. Throws `report-too-large` beyond so many rows.
 */
export async function workbookOf(
  { kind, columns: chosen }: Pick<ReportRequest, 'kind' | 'columns'>,
  pieces: AsyncIterable<string>,
  reader: SheetReader,
  mostRows: number,
): Promise<Buffer> {
  const columns = chosen ? routeColumns(chosen) : sheetColumns[kind];
  const sums = columns.map(() => 0);
  const rows: Row[] = [columns.map((column) => ({ ...text(titleOf(column, reader)), ...bold }))];
  for await (const piece of pieces) {
    for (const fields of JSON.parse(`[${piece}]`) as Record<string, unknown>[]) {
      if (rows.length > mostRows) throw tooLarge(mostRows);
      rows.push(columns.map((column) => cellOf(column, fields, reader)));
      columns.forEach(({ isSummed, field }, index) => {
        if (isSummed) sums[index] = (sums[index] ?? 0) + Number(fields[field]);
      });
    }
  }
  if (columns.some(({ isSummed }) => isSummed)) {
    rows.push(
      columns.map(({ isSummed, kind: columnKind }, index) => {
        if (index === 0) return { ...text(say(reader.language, 'report.total')), ...bold };
        const cell = isSummed ? valueCell(columnKind, sums[index], {}, reader) : null;
        return cell && { ...cell, ...bold };
      }),
    );
  }
  return writeWorkbook(rows, {
    sheet: say(reader.language, sheetTitles[kind]).slice(0, 31),
    columns: columns.map((column) => ({
      width: widths[column.kind as keyof typeof widths] ?? titleOf(column, reader).length + 4,
    })),
    stickyRowsCount: 1,
  }).toBuffer();
}
