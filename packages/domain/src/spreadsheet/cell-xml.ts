/** What a cell holds at most is 32,767. */
const mostCharacters = 32_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML does not hold
const special = /[&<>\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi;

/** What XML holds of a text; `_x0041_` would be read as an escape, so its first sign is escaped. */
export function xmlText(text: string): string {
  return text.slice(0, mostCharacters).toWellFormed().replaceAll(special, escaped);
}

function escaped(sign: string): string {
  switch (sign) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '_':
      return '_x005F_';
    default:
      return '';
  }
}

export type CellValue = string | number | Date | null;

export interface CellStyle {
  /** As spreadsheets write it: `#,##0.0`. `@` is text: what is typed over it keeps its zeros. */
  readonly format?: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  /** Six hexadecimal digits, like the next one. */
  readonly color?: string;
  readonly fill?: string;
  readonly isRight?: boolean;
  readonly isWrapped?: boolean;
}

export interface StyledCell {
  readonly value: CellValue;
  readonly style: CellStyle;
}

/** A text, a number, a wall clock as if it were UTC; null for nothing. */
export type SheetCell = CellValue | StyledCell;

const dayMs = 86_400_000;
/** Day 0 of a spreadsheet's calendar. */
const dayZeroMs = Date.UTC(1899, 11, 30);

export const textStyle: CellStyle = Object.freeze({ format: '@' });
export const instantStyle: CellStyle = Object.freeze({ format: 'dd/mm/yyyy\\ \\-\\ hh:mm:ss' });

/** A column's letters as spreadsheets write them: 0 is `A`, 26 is `AA`. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

const letters: string[] = [];

/** A cell of the sheet's XML. Texts are always texts, so that none is ever a formula whatever it begins with. */
export function cellXml(
  cell: SheetCell,
  index: number,
  row: number,
  numberOf: (style: CellStyle) => number,
): string {
  if (cell === null || cell === '') return '';
  const { value, style } = isStyled(cell) ? cell : { value: cell, style: styleOf(cell) };
  letters[index] ??= columnLetter(index);
  const head = `<c r="${letters[index]}${row}"${style ? ` s="${numberOf(style)}"` : ''}`;
  if (value === null || value === '') return `${head}/>`;
  if (typeof value === 'number') return `${head}><v>${value}</v></c>`;
  if (value instanceof Date) return `${head}><v>${(value.getTime() - dayZeroMs) / dayMs}</v></c>`;
  const space = value.trim() === value ? '' : ' xml:space="preserve"';
  return `${head} t="inlineStr"><is><t${space}>${xmlText(value)}</t></is></c>`;
}

function isStyled(cell: SheetCell): cell is StyledCell {
  return typeof cell === 'object' && cell !== null && !(cell instanceof Date);
}

function styleOf(value: string | number | Date): CellStyle | undefined {
  if (typeof value === 'number') return undefined;
  return typeof value === 'string' ? textStyle : instantStyle;
}
