/** Whom a step of a procedure calls: the one in its place among those with its role, or of all in their order. */
import { foldText } from '../units/search-text.ts';

export function contactOfStep<
  Contact extends { readonly role: string | null; readonly phones: readonly unknown[] },
>(
  contacts: readonly Contact[],
  { role, place }: { readonly role: string | null; readonly place: number },
): Contact | undefined {
  const callable = contacts.filter(({ phones }) => phones.length > 0);
  const fitting = role ? callable.filter((one) => foldText(one.role ?? '') === foldText(role)) : callable;
  return fitting[place - 1];
}
