/** The document of a customer: a person's CPF or a company's CNPJ, as its type says (CUS-01). */

import { checkDigit, digitsOf, maskText } from './mask.ts';

/**
 * CNPJ, the number of a company: twelve places and two digits that check them. Since July 2026 the twelve may hold
 * letters, worth their ASCII code − 48 in upper case, which leaves digits worth themselves; weights 2…9 repeat from the
 * right, modulo 11 (Receita Federal, IN RFB 2.229/2024).
 */
const cnpjFirstWeights = Object.freeze([5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
const cnpjSecondWeights = Object.freeze([6, ...cnpjFirstWeights]);

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
  const first = checkDigit(values, cnpjFirstWeights);
  return `${first}${checkDigit([...values, first], cnpjSecondWeights)}`;
}

/** CPF, the number of a person: nine digits and two that check them (weights 10…2, then 11…2, modulo 11). */
const cpfFirstWeights = Object.freeze([10, 9, 8, 7, 6, 5, 4, 3, 2]);
const cpfSecondWeights = Object.freeze([11, ...cpfFirstWeights]);

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
  const first = checkDigit(values, cpfFirstWeights);
  return `${first}${checkDigit([...values, first], cpfSecondWeights)}`;
}

/** F a person, J a company; F by default. */
export const customerTypes = Object.freeze(['F', 'J'] as const);

export type CustomerType = (typeof customerTypes)[number];

/** As stored: without punctuation, letters in upper case. */
export function normaliseCustomerDocument(text: string, type: CustomerType): string {
  return type === 'F' ? normaliseCpf(text) : normaliseCnpj(text);
}

/** With the punctuation of its type. */
export function formatCustomerDocument(text: string, type: CustomerType): string {
  return type === 'F' ? formatCpf(text) : formatCnpj(text);
}

/** Whether the check digits agree: a form warns when not, and no API refuses for it (CUS-04). */
export function isCustomerDocument(text: string, type: CustomerType): boolean {
  return type === 'F' ? isCpf(text) : isCnpj(text);
}

/** A stored document whose type is not at hand, punctuated by its length: eleven digits are a CPF. */
export function formatAnyDocument(text: string): string {
  return /^\d{11}$/.test(text) ? formatCpf(text) : formatCnpj(text);
}
