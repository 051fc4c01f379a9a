import { type ImportNoun, mostBaseRows, mostImportRows } from '@atalaia/contract/reports/import';
import { languages } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import { AppError } from '../../../errors/app-error.ts';
import { type CellValue, cellText } from '../cells/cell-value.ts';
import { columnName, columnTitle } from '../columns/import-column.ts';
import { nounColumns } from '../columns/noun-columns.ts';
import { type Headings, readHeadings } from './read-headings.ts';
import { createBaseRowReader, createRowReader } from './read-row.ts';
import { createFindings, type ReadSheet, type SpreadsheetRequest } from './sheet-reading.ts';

/** So many rows show how the file was understood. */
const sampledRows = 5;

/**
 * Understands the cells of a sheet as rows of one noun, and finds everything wrong that can be found without the
 * database. Throws `spreadsheet-empty` where no row holds anything, and `spreadsheet-too-large` beyond the most rows.
 */
export function readSheet(cells: readonly (readonly CellValue[])[], wish: SpreadsheetRequest): ReadSheet {
  const findings = createFindings();
  const headings = readHeadings(wish, cells, findings);
  const filled = cells.flatMap((values, index) => {
    const isRow = index > headings.index && values.some((value) => cellText(value) !== '');
    return isRow && !isExample(wish.noun, headings, values) ? [{ row: index + 1, values }] : [];
  });
  if (filled.length === 0) throw new AppError('spreadsheet-empty', 'no row of the file holds anything');
  const most = wish.noun === 'base' ? mostBaseRows : mostImportRows;
  if (filled.length > most) {
    const message = `the file has ${filled.length} rows; at most ${most} are taken`;
    throw new AppError('spreadsheet-too-large', message, { rows: filled.length, most });
  }
  const createReader = wish.noun === 'base' ? createBaseRowReader : createRowReader;
  const readRow = createReader(wish, headings, findings);
  const rows = filled.map(({ row, values }) => readRow(row, values));
  return {
    rows,
    ...findings.result(),
    places: headings.places,
    ignored: headings.ignored,
    sample: sampleOf(headings, filled),
    columns: headings.all.map(({ index, ...heading }) => {
      const first = filled.find(({ values }) => cellText(values[index] ?? null) !== '');
      return { ...heading, sample: cellText(first?.values[index] ?? null).slice(0, 100) };
    }),
    fields: nounColumns[wish.noun].columns.map((column) => ({
      column: columnName(column),
      title: columnTitle(column, wish.reader),
      required: column.required === true || column.requiredOfNew === true,
    })),
  };
}

function sampleOf({ known }: Headings, filled: readonly { row: number; values: readonly CellValue[] }[]) {
  return {
    headings: known.map(({ heading }) => heading),
    rows: filled.slice(0, sampledRows).map(({ row, values }) => ({
      row,
      values: known.map(({ index }) => cellText(values[index] ?? null).slice(0, 100)),
    })),
  };
}

/** Whether a row is the template's example, in either language, left where it stood. */
function isExample(noun: ImportNoun, { known }: Headings, values: readonly CellValue[]): boolean {
  const { mark } = nounColumns[noun];
  const place = known.find(({ column }) => column.path === mark.path);
  const text = place ? cellText(values[place.index] ?? null) : '';
  return languages.some((language) => say(language, mark.text) === text);
}
