/** The document of a customer: a person's CPF or a company's CNPJ, as its type says (CUS-01). */
import { formatCnpj, isCnpj, normaliseCnpj } from './cnpj.ts';
import { formatCpf, isCpf, normaliseCpf } from './cpf.ts';

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
