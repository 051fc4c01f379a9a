/** RENAVAM, the number of a vehicle in the national register: eleven digits, the last of which checks the others. */
import { weightedSum } from './check-digit.ts';
import { digitsOf } from './mask.ts';

const weights = Object.freeze([3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);

/** The digits of what was typed, padded left to eleven (numbers from before 2013 have nine); empty stays empty. */
export function normaliseRenavam(text: string): string {
  const digits = digitsOf(text).slice(0, 11);
  return digits === '' ? '' : digits.padStart(11, '0');
}

/** Whether nine to eleven digits check: (sum × 10) modulo 11, where 10 becomes 0. All zeros is no number. */
export function isRenavam(text: string): boolean {
  if (!/^\d{9,11}$/.test(text.trim())) return false;
  const digits = normaliseRenavam(text);
  return !/^0+$/.test(digits) && digits.endsWith(renavamCheckDigit(digits.slice(0, 10)));
}

/** The digit that checks ten others. */
export function renavamCheckDigit(tenDigits: string): string {
  const remainder = (weightedSum([...tenDigits].map(Number), weights) * 10) % 11;
  return String(remainder === 10 ? 0 : remainder);
}
