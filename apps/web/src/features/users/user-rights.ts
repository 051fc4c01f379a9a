/** What of a user somebody may change at all, as the API judges it (ROLE-05): what he may not is not offered to him. */
import type { User } from '@atalaia/contract/accounts/user';
import type { FormContext } from '../../resources/form/form-definition.ts';

type Who = Pick<FormContext, 'person'>;

export function isSelf(row: User | undefined, { person }: Who): boolean {
  return row?.id === person.id;
}

/** Limits, flags and the customer: an administrator's on everybody, a manager's on those he manages, nobody's on himself. */
export function mayGrant(row: User | undefined, who: Who): boolean {
  return who.person.administrator || !isSelf(row, who);
}

/** Who is bound himself frees nobody. */
export function mayFree(flag: 'deviceReadonly' | 'limitCommands', row: User | undefined, who: Who): boolean {
  return mayGrant(row, who) && (who.person.administrator || !who.person[flag]);
}

/** A profile can be given by administrators, and by those who have it. */
export function mayGiveProfile(row: User | undefined, who: Who): boolean {
  const { administrator, attributes } = who.person;
  return mayGrant(row, who) && (administrator || attributes.profile === 'central');
}
