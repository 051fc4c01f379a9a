/** CPF, the number of a person: nine digits and two that check them (weights 10…2, then 11…2, modulo 11). */
import { checkDigit } from './check-digit.ts';
import { digitsOf, maskText } from './mask.ts';

const firstWeights = Object.freeze([10, 9, 8, 7, 6, 5, 4, 3, 2]);
const secondWeights = Object.freeze([11, ...firstWeights]);

/** The digits of what was typed, at most eleven. */
export function normaliseCpf(text: string): string {
  return digitsOf(text).slice(0, 11);
}

/** `529.982.247-25`; a half-typed number as far as it goes. */
export function formatCpf(text: string): string {
  return maskText(normaliseCpf(text), '###.###.###-##');
}

/**
 * Whether eleven digits, punctuation or not, check. Eleven equal digits are refused, though they check: the tax office
 * gives none of them out.
 */
export function isCpf(text: string): boolean {
  const digits = digitsOf(text);
  if (!/^[\d.\-\s]*$/.test(text) || digits.length !== 11 || /^(\d)\1+$/.test(digits)) return false;
  return digits.endsWith(cpfCheckDigits(digits.slice(0, 9)));
}

/** The two digits that check nine others. */
export function cpfCheckDigits(nineDigits: string): string {
  const values = [...nineDigits].map(Number);
  const first = checkDigit(values, firstWeights);
  return `${first}${checkDigit([...values, first], secondWeights)}`;
}
