import type { ContactTry, WorkContact } from '@atalaia/contract/accounts/contact';

const digits = (number: string) => number.replace(/\D/g, '');

/** Names one phone of one person on the screen. */
export const phoneKey = (contact: Pick<WorkContact, 'name' | 'role'>, number: string) =>
  `${contact.name}|${contact.role}|${digits(number)}`;

/** The last try of a phone of a person, for what is worked on. */
export const lastTry = (
  { name }: Pick<WorkContact, 'name'>,
  number: string,
  tries: readonly ContactTry[],
): ContactTry | undefined =>
  tries.findLast((one) => one.name === name && digits(one.phone) === digits(number));

/** The first phone in order that was not tried yet, of the person who is not outside his hours; null where all were. */
export function nextToCall(contacts: readonly WorkContact[], tries: readonly ContactTry[]): string | null {
  for (const contact of contacts) {
    if (contact.inHours === false) continue;
    const phone = contact.phones.find(({ number }) => lastTry(contact, number, tries) === undefined);
    if (phone) return phoneKey(contact, phone.number);
  }
  return null;
}
