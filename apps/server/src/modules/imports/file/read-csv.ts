import { parse } from 'csv-parse/sync';
import type { CellValue } from '../cells/cell-value.ts';
import { textOf } from './text-of.ts';
import { unreadable } from './unreadable.ts';

const separators = [';', ',', '\t'] as const;

/** Comma- or semicolon-separated text, as spreadsheets of either language save it; tabs too. */
export function readCsv(bytes: Uint8Array): readonly (readonly CellValue[])[] {
  const text = textOf(bytes);
  if (text === undefined) throw unreadable('it is neither a workbook nor text');
  const { separator, rest } = separatorOf(text);
  try {
    return parse(rest, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      trim: true,
    });
  } catch (cause) {
    throw unreadable(cause instanceof Error ? cause.message : String(cause));
  }
}

/** What stands most often in the first line, outside of quotes; a line `sep=;` says it. */
function separatorOf(text: string): { readonly separator: string; readonly rest: string } {
  const said = /^sep=(.)\r?\n/i.exec(text);
  if (said?.[1]) return { separator: said[1], rest: text.slice(said[0].length) };
  const [line = ''] = text.split(/\r\n|\r|\n/, 1);
  const open = line.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => open.split(separator).length;
  const separator = separators.toSorted((one, other) => count(other) - count(one))[0];
  return { separator: separator ?? ';', rest: text };
}
