import { columnLetter } from '../rows/place.ts';
import { cellStyles } from './workbook-parts.ts';
import { xmlText } from './xml-text.ts';

/** A text, a number, a title, a wall clock as if it were UTC; null for nothing. */
export type SheetCell = string | number | { readonly title: string } | Date | null;

const dayMs = 86_400_000;
/** Day 0 of a spreadsheet's calendar. */
const dayZeroMs = Date.UTC(1899, 11, 30);

const letters: string[] = [];

/** A cell of the sheet's XML. Texts are always texts, so that none is ever a formula whatever it begins with. */
export function cellXml(cell: SheetCell, index: number, row: number): string {
  if (cell === null || cell === '') return '';
  letters[index] ??= columnLetter(index);
  const place = `r="${letters[index]}${row}"`;
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
  if (cell instanceof Date) {
    return `<c ${place} s="${cellStyles.instant}"><v>${(cell.getTime() - dayZeroMs) / dayMs}</v></c>`;
  }
  if (typeof cell === 'string') return `<c ${place} s="${cellStyles.text}" t="inlineStr">${inline(cell)}</c>`;
  return `<c ${place} s="${cellStyles.title}" t="inlineStr">${inline(cell.title)}</c>`;
}

function inline(text: string): string {
  const space = text.trim() === text ? '' : ' xml:space="preserve"';
  return `<is><t${space}>${xmlText(text)}</t></is>`;
}
