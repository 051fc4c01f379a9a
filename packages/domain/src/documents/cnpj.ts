/**
 * CNPJ, the number of a company: twelve places and two digits that check them. Since July 2026 the twelve may hold
 * letters, worth their ASCII code − 48 in upper case, which leaves digits worth themselves; weights 2…9 repeat from the
 * right, modulo 11 (Receita Federal, IN RFB 2.229/2024).
 */
import { checkDigit } from './check-digit.ts';
import { maskText } from './mask.ts';

const firstWeights = Object.freeze([5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
const secondWeights = Object.freeze([6, ...firstWeights]);

/** The letters, upper case, and digits of what was typed, at most fourteen. */
export function normaliseCnpj(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z\d]/g, '')
    .slice(0, 14);
}

/** `11.222.333/0001-81`; a half-typed number as far as it goes. */
export function formatCnpj(text: string): string {
  return maskText(normaliseCnpj(text), '##.###.###/####-##');
}

/** Whether fourteen places, punctuation or not, check. The one of fourteen zeros is refused: it is given to nobody. */
export function isCnpj(text: string): boolean {
  if (!/^[\dA-Za-z.\-/\s]*$/.test(text)) return false;
  const places = text.toUpperCase().replace(/[^A-Z\d]/g, '');
  if (!/^[A-Z\d]{12}\d{2}$/.test(places) || /^0+$/.test(places)) return false;
  return places.endsWith(cnpjCheckDigits(places.slice(0, 12)));
}

/** The two digits that check twelve places, which are digits and upper-case letters. */
export function cnpjCheckDigits(twelvePlaces: string): string {
  const values = [...twelvePlaces].map((sign) => sign.charCodeAt(0) - 48);
  const first = checkDigit(values, firstWeights);
  return `${first}${checkDigit([...values, first], secondWeights)}`;
}
