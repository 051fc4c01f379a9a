/** CEP, the postal code: eight digits. */
import { digitsOf, maskText } from './mask.ts';

/** The digits of what was typed, at most eight. */
export function normaliseCep(text: string): string {
  return digitsOf(text).slice(0, 8);
}

/** `60311-280`; a half-typed code as far as it goes. */
export function formatCep(text: string): string {
  return maskText(normaliseCep(text), '#####-###');
}

/** Whether it has its eight digits and nothing else but punctuation. Whether the place exists only a look-up can tell. */
export function isCep(text: string): boolean {
  return /^\s*\d{2}\.?\d{3}-?\d{3}\s*$/.test(text);
}
