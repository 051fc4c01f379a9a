/**
 * What of a user is protected (ROLE-05): nobody but an administrator changes it on himself, nor gives to those he
 * manages more than he holds; and what he signs in by, and may change with his password (USR-03). The rows come from the caller.
 */
import { isDeepStrictEqual } from 'node:util';
import { type PasswordOwner, passwordFault } from '@atalaia/contract/accounts/new-password';
import type { UserInput } from '@atalaia/contract/accounts/user';
import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import type { AccountAct, Caller, UserRow } from '../../visibility/caller.ts';

/** The columns an input may change, as far as it refers to them. */
export type UserChanges = Partial<UserRow>;

/** Each protected column with its name in the contract, and whether a holder of `own` may give `value`. */
const protectedColumns: readonly ProtectedColumn[] = [
  protect('administrator', 'administrator', (value) => !value),
  protect('disabled', 'disabled', () => true),
  protect('readonly', 'readonly', () => true),
  protect('device_readonly', 'deviceReadonly', (value, own) => value || !own),
  protect('limit_commands', 'limitCommands', (value, own) => value || !own),
  protect('fixed_email', 'fixedEmail', (value, own) => value || !own),
  protect('temporary', 'temporary', () => true),
  // an administrator alone gives them
  protect('desk_role', 'deskRole', () => false),
  protect('company_id', 'companyId', (value, own) => (value ?? null) === (own ?? null)),
  protect('device_limit', 'deviceLimit', isWithinLimit),
  protect('user_limit', 'userLimit', isWithinLimit),
  protect(
    'expiration_time',
    'expirationTime',
    (value, own) => own === null || (value !== null && Date.parse(value) <= Date.parse(own)),
  ),
];

/** Attributes that choose a profile or carry an integration's keys. */
function isProtectedAttribute(name: string): boolean {
  return ['profile', 'payment_provider', 'apiKeySeller'].includes(name) || name.startsWith('full_control_');
}

/**
 * Throws `protected-field`, naming the field, when a caller who is no administrator may not make these changes to this
 * user. `before` is the row as it is now, or what a new user begins with. The customer is judged where it can be seen.
 */
export function requireChangeable(caller: Caller, before: UserChanges, changes: UserChanges): void {
  if (caller.administrator) return;
  const isSelf = before.id === caller.userId;
  if (isSelf && caller.user.fixed_email && (changes.email ?? before.email) !== before.email)
    throw protectedField('email');
  for (const { name, isWithin, isChanged } of protectedColumns) {
    if (isChanged(before, changes) && (isSelf || !isWithin(changes, caller.user))) throw protectedField(name);
  }
  const given = changes.customer_id;
  if (isSelf && given !== undefined && given !== (before.customer_id ?? null))
    throw protectedField('customerId');
  if (changes.attributes !== undefined)
    requireAttributes(caller, isSelf, before.attributes, changes.attributes);
}

function requireAttributes(caller: Caller, isSelf: boolean, before: unknown, after: unknown): void {
  const [stored, given, own] = [
    attributesOf(before),
    attributesOf(after),
    attributesOf(caller.user.attributes),
  ];
  for (const name of new Set([...stored.keys(), ...given.keys()])) {
    if (!isProtectedAttribute(name) || isDeepStrictEqual(stored.get(name), given.get(name))) continue;
    const isWithin = !given.has(name) || isDeepStrictEqual(given.get(name), own.get(name));
    if (isSelf || !isWithin) throw protectedField(`attributes.${name}`);
  }
}

function attributesOf(column: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(column ?? {}));
}

/** Throws when an administrator would shut himself out; another one may do that to him. */
export function requireKeepsOwnAccess(caller: Caller, before: UserRow, changes: UserChanges): void {
  if (before.id !== caller.userId || !caller.administrator) return;
  if (changes.administrator === false) throw protectedField('administrator');
  if (changes.disabled) throw protectedField('disabled');
  if (changes.expiration_time && Date.parse(changes.expiration_time) <= Date.now()) {
    throw protectedField('expirationTime');
  }
}

/** Throws unless the caller may write this user at all. Of administrators only administrators may. */
export function requireWritable(caller: Caller, user: Pick<UserRow, 'administrator'>): void {
  if (user.administrator && !caller.administrator) {
    throw new AppError('only-administrators', 'only an administrator changes an administrator');
  }
}

/** Throws when a user manages as many others as he may: 0 none, -1 any number (ROLE-06). */
export function requireCapacity(
  user: Pick<UserRow, 'administrator' | 'user_limit'>,
  managedUsers: number,
): void {
  const { administrator, user_limit: limit } = user;
  if (administrator || limit === -1 || managedUsers < limit) return;
  throw new AppError('user-limit-reached', `this account may manage ${limit} users`, { limit });
}

export function protectedField(path: string): AppError {
  return fieldRefusal('protected-field', { path, message: 'may not be changed by this account' });
}

interface ProtectedColumn {
  readonly name: string;
  isChanged(before: UserChanges, changes: UserChanges): boolean;
  isWithin(changes: UserChanges, own: UserRow): boolean;
}

function protect<Column extends keyof UserRow>(
  column: Column,
  name: string,
  isWithin: (value: UserRow[Column], own: UserRow[Column]) => boolean,
): ProtectedColumn {
  return {
    name,
    isChanged: (before, changes) => changes[column] !== undefined && changes[column] !== before[column],
    isWithin: (changes, own) => {
      const value = changes[column];
      return value === undefined || isWithin(value, own[column]);
    },
  };
}

/** -1 is any number. */
function isWithinLimit(value: number, own: number): boolean {
  return own === -1 || (value !== -1 && value <= own);
}

/** Throws `current-password-wrong` unless it is the password of this user, who is signed in. */
export type ConfirmPassword = (user: UserRow, password: string, address: string) => Promise<void>;

/** Whether an input gives another e-mail than he has; case is none. */
export const isOtherEmail = (user: Pick<UserRow, 'email'>, { email }: Pick<UserInput, 'email'>) =>
  email.toLowerCase() !== user.email.toLowerCase();

/** The same of what he signs in by, the login too. */
export const isOtherName = (
  user: Pick<UserRow, 'email' | 'login'>,
  input: Pick<UserInput, 'email' | 'login'>,
) =>
  isOtherEmail(user, input) ||
  (input.login !== undefined && (input.login ?? '').toLowerCase() !== (user.login ?? '').toLowerCase());

/** A login that reads as an e-mail is one's own: nobody takes the address that another will sign in by. */
export function requireOwnLogin({ email, login }: Pick<UserRow, 'email' | 'login'>): void {
  if (!login?.includes('@') || login.trim().toLowerCase() === email.trim().toLowerCase()) return;
  const message = 'reads as an e-mail, and is not that of this account';
  throw fieldRefusal('invalid-input', { path: 'login', message });
}

/** What a change did to how he signs in. */
export function actsOf(before: UserRow, after: UserRow, isSelf: boolean): AccountAct[] {
  const isOther = (one: string | null, other: string | null) => one?.toLowerCase() !== other?.toLowerCase();
  return [
    ...(before.password_hash === after.password_hash
      ? []
      : ([isSelf ? 'password' : 'passwordGiven'] as const)),
    ...(isOther(before.email, after.email) ? ['email' as const] : []),
    ...(isOther(before.login, after.login) ? ['login' as const] : []),
  ];
}

export async function confirm(
  confirmPassword: ConfirmPassword,
  { user, address }: Caller,
  password: string | null | undefined,
): Promise<void> {
  if (!password) throw currentPasswordNeeded();
  await confirmPassword(user, password, address);
}

export function currentPasswordNeeded() {
  const message = 'is needed for a change of one’s own e-mail, login or password';
  return fieldRefusal('current-password-needed', { path: 'currentPassword', message });
}

const passwordFaults = {
  short: 'must have at least 8 characters',
  common: 'is one of the commonest',
  own: 'is the e-mail, login or name of its owner',
} as const;

/** Throws `invalid-input` for what may not be a new password (USR-03). */
export function requireNewPassword(password: string, owner: PasswordOwner): void {
  const fault = passwordFault(password, owner);
  if (fault) throw fieldRefusal('invalid-input', { path: 'password', message: passwordFaults[fault] });
}
