import { readTypedNumber } from '@atalaia/domain/typed-number';
import type { Language } from '@atalaia/phrases/languages';
import type { CellValue } from './cell-value.ts';

/** A number, or a text that is one in the person's way of writing it. */
export function readNumber(value: CellValue, language: Language): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? readTypedNumber(value, language) : undefined;
}
