import type { ImportNoun } from '@atalaia/contract/reports/import';
import { formatNumber } from '@atalaia/domain/units/number-text';
import { unitSigns } from '@atalaia/domain/units/units';
import { say } from '@atalaia/phrases/say';
import writeWorkbook, { type Cell, type Row } from 'write-excel-file/node';
import type { CellReader } from '../cells/cell-reading.ts';
import { columnTitle } from '../columns/column-title.ts';
import type { ImportColumn } from '../columns/import-column.ts';
import { nounColumns } from '../columns/noun-columns.ts';

const head = { fontWeight: 'bold', backgroundColor: '#E8EDF2' } as const;
const example = { fontStyle: 'italic', textColor: '#667085' } as const;
/** A text cell that a person types into keeps every digit and every zero; a number of a spreadsheet does not. */
const asText = '@';
/** Rows that are made ready for texts. */
const readyRows = 300;

/**
 * The workbook to fill in: a sheet with the headings and one example row, which the import passes over, and a sheet
 * that says of each column whether it is required and what it takes.
 */
export async function templateOf(noun: ImportNoun, reader: CellReader): Promise<Buffer> {
  const { columns, title, mark } = nounColumns[noun];
  const { language } = reader;
  const exampleOf = (column: ImportColumn) =>
    column.path === mark.path ? say(language, mark.text) : shownExample(column, reader);
  const headings = columns.map((column) => ({
    ...text(`${columnTitle(column, reader)}${column.required ? ' *' : ''}`),
    ...head,
  }));
  const ready = columns.map((column): Cell => (isText(column) ? { ...text(''), format: asText } : null));
  const rows: Row[] = [
    headings,
    columns.map((column) => ({ ...text(exampleOf(column)), ...example, format: asText })),
    ...Array.from({ length: readyRows }, () => ready),
  ];
  const instructions: Row[] = [
    (['import.column', 'import.required', 'import.howTo', 'import.example'] as const).map((key) => ({
      ...text(say(language, key)),
      ...head,
    })),
    ...columns.map((column) => [
      text(columnTitle(column, reader)),
      text(say(language, column.required ? 'value.yes' : 'value.no')),
      { ...text(howTo(column, reader)), wrap: true },
      text(exampleOf(column)),
    ]),
    [],
    [{ ...text(say(language, 'import.exampleNote')), fontWeight: 'bold' }],
  ];
  return writeWorkbook([
    {
      data: rows,
      sheet: say(language, title),
      columns: columns.map((column) => ({ width: Math.max(14, columnTitle(column, reader).length + 4) })),
      stickyRowsCount: 1,
    },
    {
      data: instructions,
      sheet: say(language, 'import.instructions'),
      columns: [{ width: 32 }, { width: 14 }, { width: 80 }, { width: 28 }],
      stickyRowsCount: 1,
    },
  ]).toBuffer();
}

function isText({ kind }: ImportColumn): boolean {
  return kind === 'text' || kind === 'document';
}

function text(value: string) {
  return { type: String, value };
}

function shownExample({ choices, example: given }: ImportColumn, { language }: CellReader): string {
  if (given === undefined) return '';
  if (typeof given === 'boolean') return say(language, given ? 'value.yes' : 'value.no');
  if (typeof given === 'number' && !Number.isInteger(given))
    return formatNumber(given, language, { atLeast: 0, atMost: 2 });
  const choice = choices?.find(({ value }) => value === given);
  return choice ? say(language, choice.name) : String(given);
}

function howTo(
  { kind, most = 255, choices = [] }: ImportColumn,
  { language, speedUnit }: CellReader,
): string {
  switch (kind) {
    case 'text':
    case 'long-text':
      return say(language, 'importHelp.text', { most });
    case 'speed':
      return say(language, 'importHelp.speed', { unit: unitSigns[speedUnit] });
    case 'choice':
      return say(language, 'importHelp.choice', {
        choices: choices.map(({ name }) => say(language, name)).join(', '),
      });
    default:
      return say(language, `importHelp.${kind}`);
  }
}
