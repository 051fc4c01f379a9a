import type { CellStyle, SheetCell, StyledCell } from '@atalaia/domain/spreadsheet/cell-xml';
import { type Bytes, createWorkbookStream } from '@atalaia/domain/spreadsheet/workbook-stream';
import { say } from '@atalaia/phrases/say';
import type { ReportRequest, SheetReader } from '../rows/report-request.ts';
import { routeColumns } from './route-columns.ts';
import { cellOf, titleOf, valueCell } from './sheet-cells.ts';
import { sheetColumns, sheetTitles } from './sheet-columns.ts';

const widths = { text: 32, address: 32, event: 32, instant: 22 } as const;

/**
 * The rows as one workbook with one sheet, every device in it, so that it can be sorted and filtered as a whole; the
 * sums are in the last row. The next rows are taken when the next bytes are requested.
 */
export async function* workbookOf(
  { kind, columns: chosen }: Pick<ReportRequest, 'kind' | 'columns'>,
  pieces: AsyncIterable<string>,
  reader: SheetReader,
): AsyncGenerator<Bytes> {
  const columns = chosen ? routeColumns(chosen) : sheetColumns[kind];
  const sums = columns.map(() => 0);
  const stream = createWorkbookStream([
    {
      name: say(reader.language, sheetTitles[kind]),
      columns: columns.map((column) => {
        const title = titleOf(column, reader);
        return { title, width: widths[column.kind as keyof typeof widths] ?? title.length + 4 };
      }),
    },
  ]);
  for await (const piece of pieces) {
    const rows = JSON.parse(`[${piece}]`) as Record<string, unknown>[];
    const bytes = stream.rows(rows.map((fields) => columns.map((column) => cellOf(column, fields, reader))));
    for (const fields of rows) {
      columns.forEach(({ isSummed, field }, index) => {
        if (isSummed) sums[index] = (sums[index] ?? 0) + Number(fields[field]);
      });
    }
    if (bytes.length > 0) yield bytes;
  }
  if (columns.some(({ isSummed }) => isSummed)) {
    const total = columns.map(({ isSummed, kind: columnKind }, index): SheetCell => {
      if (index === 0) return { value: say(reader.language, 'report.total'), style: { isBold: true } };
      return isSummed ? bold(valueCell(columnKind, sums[index], {}, reader)) : null;
    });
    const bytes = stream.rows([total]);
    if (bytes.length > 0) yield bytes;
  }
  yield stream.end();
}

function bold(cell: SheetCell): StyledCell {
  const { value, style }: { value: StyledCell['value']; style?: CellStyle } =
    cell !== null && typeof cell === 'object' && 'style' in cell ? cell : { value: cell };
  return { value, style: { ...style, isBold: true } };
}
