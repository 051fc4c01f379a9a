import { digitsOf, weightedSum } from './mask.ts';

/**
 * Brazilian plates: the old `AAA9999` and the Mercosul `AAA9A99`. A car that changes over keeps its plate, with the
 * second digit turned to a letter, 0–9 → A–J; so each old plate has one new form and the other way round.
 */

const letters = 'ABCDEFGHIJ';

/** Upper case without hyphen and blanks, as stored: `abc-1234` → `ABC1234`. Any other text only in upper case. */
export function normalisePlate(text: string): string {
  const bare = text.toUpperCase().replace(/[\s-]/g, '');
  return isPlate(bare) ? bare : text.trim().toUpperCase();
}

/** Whether a text is a plate of either form. One that is not is warned about, never refused: fleets write `A DEFINIR`. */
export function isPlate(text: string): boolean {
  return /^[A-Z]{3}\d[A-Z\d]\d{2}$/.test(text.toUpperCase().replace(/[\s-]/g, ''));
}

/** The old form with its hyphen, `ABC-1234`; a Mercosul plate, which has none, and any other text as normalised. */
export function formatPlate(text: string): string {
  const plate = normalisePlate(text);
  return /^[A-Z]{3}\d{4}$/.test(plate) ? `${plate.slice(0, 3)}-${plate.slice(3)}` : plate;
}

/**
 * The same plate in the other form: `ABC1234` ↔ `ABC1C34`. Takes also a beginning of five characters or more, as typed
 * in a search. Undefined when the text is no plate, or its fifth place holds a letter that no old plate turns into.
 */
export function otherPlateForm(text: string): string | undefined {
  const plate = text.toUpperCase().replace(/[\s-]/g, '');
  if (!/^[A-Z]{3}\d[A-J\d]\d{0,2}$/.test(plate)) return undefined;
  const fifth = plate.charAt(4);
  const turned = /\d/.test(fifth) ? letters.charAt(Number(fifth)) : String(letters.indexOf(fifth));
  return plate.slice(0, 4) + turned + plate.slice(5);
}

/** RENAVAM, the number of a vehicle in the national register: eleven digits, the last of which checks the others. */
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
