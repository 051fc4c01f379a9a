/** A book of contacts as it would be after a change, and as it is shown: never a phrase, only whether there is one. */
import type { ContactBookInput, ContactInput } from '@atalaia/contract/accounts/contact';
import { foldText } from '@atalaia/domain/units/search-text';
import { fieldRefusal } from '../../errors/app-error.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import type { StoredBook, StoredContact } from './contact-book-queries.ts';

/** What is compared of a phrase: letters and digits, without case and accents. */
export const foldPhrase = (phrase: string) => foldText(phrase).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A sealed phrase as text; null for none, and for one that another key sealed. */
export const openPhrase = ({ opens, open }: Secrets, sealed: string | null) =>
  sealed !== null && opens(sealed) ? open(sealed) : null;

/** Absent leaves what is there, null removes it. */
const sealedOr = (secrets: Secrets, phrase: string | null | undefined, before: string | null) => {
  if (phrase === undefined) return before;
  return phrase === null ? null : secrets.seal(phrase);
};

/** Throws where a contact is not the customer's, or two phrases could be confused. */
export function changedBook(secrets: Secrets, before: StoredBook, input: ContactBookInput): StoredBook {
  const known = new Map(before.contacts.map((contact) => [contact.id, contact]));
  const merge = (given: ContactInput, place: number): StoredContact => {
    const old = given.id === undefined ? undefined : known.get(given.id);
    if (given.id !== undefined && !old) throw referenceRefusal(`contacts.${place}.id`);
    if (given.id !== undefined) known.delete(given.id);
    return {
      id: old?.id ?? null,
      name: given.name,
      role: given.role || null,
      phones: given.phones,
      calendarId: given.calendarId === undefined ? (old?.calendarId ?? null) : given.calendarId || null,
      note: given.note === undefined ? (old?.note ?? null) : given.note || null,
      passPhrase: sealedOr(secrets, given.passPhrase, old?.passPhrase ?? null),
      counterPhrase: sealedOr(secrets, given.counterPhrase, old?.counterPhrase ?? null),
    };
  };
  const book: StoredBook = {
    version: before.version,
    passPhrase: sealedOr(secrets, input.passPhrase, before.passPhrase),
    counterPhrase: sealedOr(secrets, input.counterPhrase, before.counterPhrase),
    duressPhrase: sealedOr(secrets, input.duressPhrase, before.duressPhrase),
    contacts: input.contacts.map(merge),
  };
  requireApart(secrets, book);
  return book;
}

/** A duress phrase that is also a pass phrase would tell nobody anything; one without a letter or digit is none. */
function requireApart(secrets: Secrets, book: StoredBook): void {
  const folded = (sealed: string | null) => {
    const text = openPhrase(secrets, sealed);
    return text === null ? null : foldPhrase(text);
  };
  const named: [string, string | null][] = [
    ['passPhrase', folded(book.passPhrase)],
    ['counterPhrase', folded(book.counterPhrase)],
    ...book.contacts.flatMap(({ passPhrase, counterPhrase }, place): [string, string | null][] => [
      [`contacts.${place}.passPhrase`, folded(passPhrase)],
      [`contacts.${place}.counterPhrase`, folded(counterPhrase)],
    ]),
  ];
  const duress = folded(book.duressPhrase);
  const empty = [...named, ['duressPhrase', duress] as const].find(([, phrase]) => phrase === '');
  if (empty)
    throw fieldRefusal('invalid-input', { path: empty[0], message: 'needs a letter or a digit in it' });
  if (duress !== null && named.some(([, phrase]) => phrase === duress)) {
    throw fieldRefusal('invalid-input', {
      path: 'duressPhrase',
      message: 'must differ from every other phrase of the customer',
    });
  }
}

export const shownContact = (contact: StoredContact) => ({
  id: contact.id,
  name: contact.name,
  role: contact.role,
  phones: [...contact.phones],
  calendarId: contact.calendarId ?? 0,
  note: contact.note,
  hasPassPhrase: contact.passPhrase !== null,
  hasCounterPhrase: contact.counterPhrase !== null,
});
