/** Brazilian telephone numbers: an area code of two digits (DDD) with a landline of 8 or a mobile of 9 that starts with 9. */
import { digitsOf, maskText } from './mask.ts';

/** The digits of what was typed without the country code 55 and a trunk 0, at most eleven. */
export function normalisePhone(text: string): string {
  const digits = digitsOf(text);
  const national = /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits.replace(/^0(?=\d{10,11}$)/, '');
  return national.slice(0, 11);
}

/** `(85) 3333-4444` or `(85) 99999-8888`; a half-typed number as far as it goes. */
export function formatPhone(text: string): string {
  const digits = normalisePhone(text);
  return maskText(digits, digits.length > 10 ? '(##) #####-####' : '(##) ####-####');
}

/** Whether it is a DDD (no digit 0) with a landline (first digit 2–5) or a mobile. */
export function isPhone(text: string): boolean {
  return /^[1-9]{2}(?:[2-5]\d{7}|9\d{8})$/.test(normalisePhone(text));
}
