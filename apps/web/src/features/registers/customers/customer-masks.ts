/** How a customer's numbers are shown and what of them is sent: masks to read, digits to store (CUS-01). */
import { formatCep, isCep, normaliseCep } from '@atalaia/domain/documents/cep';
import {
  type CustomerType,
  formatCustomerDocument,
  isCustomerDocument,
  normaliseCustomerDocument,
} from '@atalaia/domain/documents/customer-document';
import { formatPhone, isPhone, normalisePhone } from '@atalaia/domain/documents/phone';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';

interface Mask {
  /** As far as it is typed. */
  show(text: string): string;
  /** What is stored. */
  bare(text: string): string;
  /** What is odd about it; nothing while the field is empty, which is another message's to say. */
  oddity(text: string): PhraseKey | undefined;
}

/** The type switches the mask: F 999.999.999-99, J 99.999.999/9999-99, letters in its first twelve places too. */
export function documentMask(type: CustomerType): Mask {
  return {
    show: (text) => formatCustomerDocument(text, type),
    bare: (text) => normaliseCustomerDocument(text, type),
    oddity: (text) =>
      text.trim() === '' || isCustomerDocument(text, type) ? undefined : 'form.checkDigitDiffers',
  };
}

/** 99999-999 */
export const postalCodeMask: Mask = {
  show: formatCep,
  bare: normaliseCep,
  oddity: (text) => (text.trim() === '' || isCep(text) ? undefined : 'customer.postalCodeDiffers'),
};

/** (99) 9999-9999 and (99) 99999-9999; a number of another country begins with + and is left as it is typed. */
export const phoneMask: Mask = {
  show: (text) => (isForeign(text) ? text : formatPhone(text)),
  bare: (text) => (isForeign(text) ? text.trim() : normalisePhone(text)),
  oddity: (text) =>
    text.trim() === '' || isForeign(text) || isPhone(text) ? undefined : 'customer.phoneDiffers',
};

/** +55 is Brazil's own, once all of its number is there. */
const isForeign = (text: string) => /^\s*\+/.test(text) && !/^55\d{10,11}$/.test(text.replace(/\D/g, ''));

/** What was stored, when the form shows it untouched: what somebody else wrote in a form of his own is not lost by looking at it. */
export function sentOf(mask: Mask, shown: string, stored: string | null | undefined): string {
  return typeof stored === 'string' && mask.show(stored) === shown ? stored : mask.bare(shown);
}
