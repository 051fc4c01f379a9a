import type { PaymentCustomerInput } from '@atalaia/contract/payment-provider';
import type { CustomerAnswer } from './payment-answers.ts';

const compared = [
  ...(['cc_email', 'email', 'full_name', 'cpf_cnpj', 'phone_number', 'postal_code', 'number'] as const),
  ...(['neighborhood', 'complement', 'street', 'city', 'state', 'type', 'notes'] as const),
] satisfies readonly (keyof PaymentCustomerInput)[];

/**
 * Names of the fields that a provider keeps otherwise than they were sent. Masks, capitals, accents, stray blanks, leading
 * zeros and a country's code before a telephone are its own manner; a field that it does not tell at all is not judged, one
 * that it tells empty is.
 */
export function keptOtherwise(sent: PaymentCustomerInput, kept: CustomerAnswer): readonly string[] {
  return compared.filter((name) => {
    const told = kept[name];
    if (told === undefined) return false;
    const bare = addresses.has(name) ? bareAddress : bareText;
    const [mine, theirs] = [bare(sent[name] ?? ''), bare(told)];
    return mine !== theirs && !(name === 'phone_number' && isSameNumber(mine, theirs));
  });
}

const addresses: ReadonlySet<string> = new Set(['email', 'cc_email']);

function bareAddress(text: string): string {
  return text.trim().toLowerCase();
}

function bareText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=\d+$)/, '')
    .toLowerCase();
}

/** Digits of a telephone without its country's code. */
const leastDigits = 8;

function isSameNumber(mine: string, theirs: string): boolean {
  const [short, long] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine];
  return short.length >= leastDigits && long.endsWith(short);
}
