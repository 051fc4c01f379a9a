/** A book of contacts as its form holds it, what is sent of it, and what is wrong with it by field. */
import {
  type ContactBook,
  type ContactBookInput,
  type ContactInput,
  contactBookInputSchema,
} from '@atalaia/contract/accounts/contact';
import { ApiError } from '../../../lib/api/api-error.ts';
import { phoneMask } from '../../../lib/formats/phone-mask.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';

/** Undefined leaves what is sealed, null removes it: it is never shown. */
export type PhraseValue = string | null | undefined;

export interface PhoneValues {
  readonly number: string;
  readonly whatsapp: boolean;
}

export interface ContactValues {
  /** Names it on the screen, whatever its place. */
  readonly key: string;
  readonly id: number | undefined;
  readonly name: string;
  readonly role: string;
  readonly phones: readonly PhoneValues[];
  /** '' for none. */
  readonly calendarId: string;
  readonly note: string;
  readonly passPhrase: PhraseValue;
  readonly counterPhrase: PhraseValue;
  readonly hasPassPhrase: boolean;
  readonly hasCounterPhrase: boolean;
}

export interface BookValues {
  readonly contacts: readonly ContactValues[];
  readonly passPhrase: PhraseValue;
  readonly counterPhrase: PhraseValue;
  readonly duressPhrase: PhraseValue;
}

let made = 0;

export const newPhone: PhoneValues = { number: '', whatsapp: true };

export function newContact(): ContactValues {
  made += 1;
  return {
    ...{
      key: `new-${made}`,
      id: undefined,
      name: '',
      role: '',
      phones: [newPhone],
      calendarId: '',
      note: '',
    },
    ...{ passPhrase: undefined, counterPhrase: undefined, hasPassPhrase: false, hasCounterPhrase: false },
  };
}

export const valuesOf = ({ contacts }: Pick<ContactBook, 'contacts'>): BookValues => ({
  contacts: contacts.map(({ id, name, role, phones, calendarId, note, hasPassPhrase, hasCounterPhrase }) => ({
    ...{ key: String(id), id, name, role: role ?? '', note: note ?? '', hasPassPhrase, hasCounterPhrase },
    phones: phones.map(({ number, whatsapp }) => ({ number: phoneMask.show(number), whatsapp })),
    calendarId: calendarId === 0 ? '' : String(calendarId),
    passPhrase: undefined,
    counterPhrase: undefined,
  })),
  passPhrase: undefined,
  counterPhrase: undefined,
  duressPhrase: undefined,
});

/** An empty field leaves a phrase as it is. */
const phraseOf = (value: PhraseValue) => (value === '' ? undefined : value);

/** Empty phones are none. */
export const inputOf = (values: BookValues, version: number): ContactBookInput => ({
  version,
  contacts: values.contacts.map(
    ({ id, name, role, phones, calendarId, note, passPhrase, counterPhrase }): ContactInput => ({
      ...(id !== undefined && { id }),
      name: name.trim(),
      role: role.trim() || null,
      phones: phones
        .filter(({ number }) => number.trim() !== '')
        .map(({ number, whatsapp }) => ({ number: number.trim(), whatsapp })),
      calendarId: calendarId === '' ? null : Number(calendarId),
      note: note.trim() || null,
      passPhrase: phraseOf(passPhrase),
      counterPhrase: phraseOf(counterPhrase),
    }),
  ),
  passPhrase: phraseOf(values.passPhrase),
  counterPhrase: phraseOf(values.counterPhrase),
  duressPhrase: phraseOf(values.duressPhrase),
});

/** What is wrong, by the path of what is sent: `contacts.0.phones.1.number`. */
export type BookFaults = ReadonlyMap<string, TextKey>;

const faultOf = (path: string, message: string): TextKey => {
  if (/phones\.\d+\.number$/.test(path)) return 'contacts.badPhone';
  if (/Phrase$/.test(path)) {
    if (message.includes('differ')) return 'contacts.sameAsDuress';
    return message.includes('letter') ? 'contacts.phraseWithoutLetter' : 'contacts.phraseLength';
  }
  if (/\.name$/.test(path)) return 'contacts.nameRequired';
  return 'contacts.notTaken';
};

export function faultsOfInput(input: ContactBookInput): BookFaults {
  const { error } = contactBookInputSchema.safeParse(input);
  return new Map(
    error?.issues.map(({ path, message }) => {
      const name = path.join('.');
      return [name, faultOf(name, message)];
    }),
  );
}

/** What the server found wrong, where it says with which field. */
export function faultsOfRefusal(error: unknown): BookFaults {
  const fields = error instanceof ApiError ? error.details?.fields : undefined;
  if (!Array.isArray(fields)) return new Map();
  return new Map(fields.map(({ path, message }) => [String(path), faultOf(String(path), String(message))]));
}

/** The one at `from` stands at `to`, the others keep their order. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
