import type { ImportNoun } from '@atalaia/contract/import';
import { languages } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import { type CellValue, cellText } from '../cells/cell-value.ts';
import { nounColumns } from '../columns/noun-columns.ts';
import type { Headings } from './read-headings.ts';

/** Whether a row is the template's example, in either language, left where it stood. */
export function isExample(noun: ImportNoun, { known }: Headings, values: readonly CellValue[]): boolean {
  const { mark } = nounColumns[noun];
  const place = known.find(({ column }) => column.path === mark.path);
  const text = place ? cellText(values[place.index] ?? null) : '';
  return languages.some((language) => say(language, mark.text) === text);
}
