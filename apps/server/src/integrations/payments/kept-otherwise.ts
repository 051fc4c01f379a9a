import type { PaymentCustomerInput } from '@atalaia/contract/payment-provider';
import type { CustomerAnswer } from './payment-answers.ts';

const compared = [
  'full_name',
  'cpf_cnpj',
  'email',
  'phone_number',
  'postal_code',
  'street',
  'number',
  'neighborhood',
  'city',
  'state',
] as const satisfies readonly (keyof PaymentCustomerInput)[];

/**
 * Names of the fields that a provider keeps otherwise than they were sent. Masks, capitals, accents, stray blanks and a
 * country's code before a number are its own manner; what it does not tell is not judged.
 */
export function keptOtherwise(sent: PaymentCustomerInput, kept: CustomerAnswer): readonly string[] {
  return compared.filter((name) => {
    const [mine, theirs] = [bare(sent[name]), bare(kept[name])];
    return theirs !== '' && mine !== '' && !mine.endsWith(theirs) && !theirs.endsWith(mine);
  });
}

function bare(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
