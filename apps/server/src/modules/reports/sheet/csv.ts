import type { ReportRequest } from '../rows/report-request.ts';
import { routeColumns } from './route-columns.ts';
import { attributeColumnPrefix, sheetColumns } from './sheet-columns.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The rows of a report for programs: the fields of their JSON by their own names, in the columns of the spreadsheet.
 * RFC 4180; a text that a spreadsheet would take for a formula has a quote before it.
 */
export async function* csvOf(
  { kind, columns: chosen }: Pick<ReportRequest, 'kind' | 'columns'>,
  pieces: AsyncIterable<string>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const fields = (chosen ? routeColumns(chosen) : sheetColumns[kind]).map(({ field }) => field);
  const encoder = new TextEncoder();
  yield encoder.encode(`${['deviceId', ...fields].join(',')}\r\n`);
  for await (const piece of pieces) {
    const rows = JSON.parse(`[${piece}]`) as Fields[];
    const lines = rows.map((row) =>
      ['deviceId', ...fields].map((field) => csvCell(valueOf(row, field))).join(','),
    );
    if (lines.length) yield encoder.encode(`${lines.join('\r\n')}\r\n`);
  }
}

function valueOf(row: Fields, field: string): unknown {
  if (!field.startsWith(attributeColumnPrefix)) return row[field];
  return (row.attributes as Fields | undefined)?.[field.slice(attributeColumnPrefix.length)];
}

export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
