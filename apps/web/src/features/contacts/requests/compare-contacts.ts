import type { Contact, ContactRequest } from '@atalaia/contract/accounts/contact';

type Asked = ContactRequest['contacts'][number];

export interface ComparedContact {
  readonly key: string;
  readonly change: 'new' | 'changed' | 'same' | 'removed';
  readonly before: Contact | undefined;
  readonly after: Asked | undefined;
}

const said = ({ name, role, phones, calendarId, note, hasPassPhrase, hasCounterPhrase }: Asked) =>
  JSON.stringify([
    ...[name, role, note, calendarId, hasPassPhrase, hasCounterPhrase],
    ...phones.map(({ number, whatsapp }) => [number, whatsapp]),
  ]);

/** What a request makes of each contact, in the order that it asks for; those that it removes at the end. */
export function compareContacts(
  before: readonly Contact[],
  asked: readonly Asked[],
): readonly ComparedContact[] {
  const known = new Map(before.map((contact) => [contact.id, contact]));
  const kept = new Set(asked.map(({ id }) => id));
  return [
    ...asked.map((after, at): ComparedContact => {
      const old = after.id === null ? undefined : known.get(after.id);
      const isSame = old && said(old) === said(after) && before[at]?.id === old.id;
      return { key: `${at}`, change: old ? (isSame ? 'same' : 'changed') : 'new', before: old, after };
    }),
    ...before
      .filter(({ id }) => !kept.has(id))
      .map(
        (old): ComparedContact => ({ key: `-${old.id}`, change: 'removed', before: old, after: undefined }),
      ),
  ];
}
