import type { ImportNoun } from '@atalaia/contract/reports/import';
import type { SheetCell } from '@atalaia/domain/spreadsheet/cell-xml';
import { type Bytes, createWorkbookStream } from '@atalaia/domain/spreadsheet/workbook-stream';
import { formatNumber } from '@atalaia/domain/units/number-text';
import { unitSigns } from '@atalaia/domain/units/units';
import { say } from '@atalaia/phrases/say';
import type { CellReader } from '../cells/cell-value.ts';
import { columnTitle, type ImportColumn } from '../columns/import-column.ts';
import { nounColumns } from '../columns/noun-columns.ts';

const titleStyle = { isBold: true, fill: 'E8EDF2' } as const;
/** A text cell that a person types into keeps every digit and every zero; a number of a spreadsheet does not. */
const typedOver = { format: '@' } as const;
const example = { ...typedOver, isItalic: true, color: '667085' } as const;
/** Rows that are made ready for texts. */
const readyRows = 300;

/**
 * The workbook to fill in: a sheet with the headings and one example row, which the import passes over, and a sheet
 * that says of each column whether it is required and what it takes.
 */
export function templateOf(noun: ImportNoun, reader: CellReader): Bytes {
  const { columns, title, mark } = nounColumns[noun];
  const { language } = reader;
  const exampleOf = (column: ImportColumn) =>
    column.path === mark.path ? say(language, mark.text) : shownExample(column, reader);
  const instructions = (['import.column', 'import.required', 'import.howTo', 'import.example'] as const).map(
    (key, index) => ({ title: say(language, key), width: [32, 14, 80, 28][index] ?? 14 }),
  );
  const stream = createWorkbookStream([
    {
      name: say(language, title),
      columns: columns.map((column) => ({
        title: `${columnTitle(column, reader)}${isRequired(column) ? ' *' : ''}`,
        width: Math.max(14, columnTitle(column, reader).length + 4),
      })),
      titleStyle,
    },
    { name: say(language, 'import.instructions'), columns: instructions, titleStyle },
  ]);
  const ready = columns.map((column): SheetCell => (isText(column) ? { value: '', style: typedOver } : null));
  const rows = stream.rows([
    columns.map((column) => ({ value: exampleOf(column), style: example })),
    ...Array.from({ length: readyRows }, () => ready),
  ]);
  stream.nextSheet();
  const instructionRows = stream.rows([
    ...columns.map((column) => [
      columnTitle(column, reader),
      say(
        language,
        column.requiredOfNew ? 'import.requiredOfNew' : column.required ? 'value.yes' : 'value.no',
      ),
      { value: howTo(column, reader), style: { isWrapped: true } },
      exampleOf(column),
    ]),
    [],
    [{ value: say(language, 'import.exampleNote'), style: { isBold: true } }],
    ...(noun === 'base' ? [[{ value: say(language, 'import.baseNote'), style: { isBold: true } }]] : []),
  ]);
  return new Uint8Array(Buffer.concat([rows, instructionRows, stream.end()]));
}

function isRequired({ required, requiredOfNew }: ImportColumn): boolean {
  return required === true || requiredOfNew === true;
}

function isText({ kind }: ImportColumn): boolean {
  return kind === 'text' || kind === 'document';
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
