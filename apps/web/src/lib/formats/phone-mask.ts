import { formatPhone, isPhone, normalisePhone } from '@atalaia/domain/documents/mask';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';

/** Digits of a Brazilian number with its area: without the country's code. */
const nationalLengths: ReadonlySet<number> = new Set([10, 11]);

/** WhatsApp's own address of a number; one without a country's code is Brazilian. */
export function whatsAppAddress(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^0+/, '');
  const isForeign = phone.trim().startsWith('+');
  return `https://wa.me/${!isForeign && nationalLengths.has(digits.length) ? '55' : ''}${digits}`;
}

/** How a number is shown and what of it is stored: signs to read, digits to keep. */
export interface TextMask {
  /** As far as it is typed. */
  show(text: string): string;
  /** What is stored. */
  bare(text: string): string;
  /** What is odd about it; nothing while the field is empty, which is another message's to say. */
  oddity(text: string): PhraseKey | undefined;
}

/** (99) 9999-9999 and (99) 99999-9999; a number of another country begins with + and is left as it is typed. */
export const phoneMask: TextMask = {
  show: (text) => (isForeign(text) ? text : formatPhone(text)),
  bare: (text) => (isForeign(text) ? text.trim() : normalisePhone(text)),
  oddity: (text) =>
    text.trim() === '' || isForeign(text) || isPhone(text) ? undefined : 'customer.phoneDiffers',
};

/** +55 is Brazil's own, once all of its number is there. */
const isForeign = (text: string) => /^\s*\+/.test(text) && !/^55\d{10,11}$/.test(text.replace(/\D/g, ''));

/** What was stored, when the form shows it untouched: what somebody else wrote in a form of his own is not lost by looking at it. */
export function sentOf(mask: TextMask, shown: string, stored: string | null | undefined): string {
  return typeof stored === 'string' && mask.show(stored) === shown ? stored : mask.bare(shown);
}
