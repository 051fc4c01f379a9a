import { csvCell } from '../../../platform/http/csv-cell.ts';
import type { ReportRequest } from '../rows/report-request.ts';
import { routeColumns } from './route-columns.ts';
import { attributeColumnPrefix, sheetColumns } from './sheet-columns.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The rows of a report for programs: the fields of their JSON by their own names, in the columns of the spreadsheet. */
export async function* csvOf(
  { kind, columns: chosen }: Pick<ReportRequest, 'kind' | 'columns'>,
  pieces: AsyncIterable<string>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const fields = (chosen ? routeColumns(chosen) : sheetColumns[kind]).map(({ field }) => field);
  const encoder = new TextEncoder();
  // with the first rows, since a refusal comes instead of them
  let before = `${['deviceId', ...fields].join(',')}\r\n`;
  for await (const piece of pieces) {
    const rows = JSON.parse(`[${piece}]`) as Fields[];
    const lines = rows.map((row) =>
      ['deviceId', ...fields].map((field) => csvCell(fieldOf(row, field))).join(','),
    );
    if (lines.length === 0) continue;
    yield encoder.encode(`${before}${lines.join('\r\n')}\r\n`);
    before = '';
  }
  if (before) yield encoder.encode(before);
}

function fieldOf(row: Fields, field: string): unknown {
  if (!field.startsWith(attributeColumnPrefix)) return row[field];
  return (row.attributes as Fields | undefined)?.[field.slice(attributeColumnPrefix.length)];
}
