/** How a customer's numbers are shown and what of them is sent: masks to read, digits to store (CUS-01). */
import { formatCep, isCep, normaliseCep } from '@atalaia/domain/documents/cep';
import {
  type CustomerType,
  formatCustomerDocument,
  isCustomerDocument,
  normaliseCustomerDocument,
} from '@atalaia/domain/documents/customer-document';
import type { TextMask } from '../../lib/formats/phone-mask.ts';

/** The type switches the mask: F 999.999.999-99, J 99.999.999/9999-99, letters in its first twelve places too. */
export function documentMask(type: CustomerType): TextMask {
  return {
    show: (text) => formatCustomerDocument(text, type),
    bare: (text) => normaliseCustomerDocument(text, type),
    oddity: (text) =>
      text.trim() === '' || isCustomerDocument(text, type) ? undefined : 'form.checkDigitDiffers',
  };
}

/** 99999-999 */
export const postalCodeMask: TextMask = {
  show: formatCep,
  bare: normaliseCep,
  oddity: (text) => (text.trim() === '' || isCep(text) ? undefined : 'customer.postalCodeDiffers'),
};
