/** Users of an import, and how one is made in either way: by the rules of the form. */
import type { UserInput } from '@atalaia/contract/accounts/user';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import { changeDetails } from '../../queries/columns.ts';
import type { Publish } from '../../queries/commit.ts';
import type { Caller, UserRow } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { sealedAttributes } from './sealed-attributes.ts';
import {
  protectedField,
  requireCapacity,
  requireChangeable,
  requireOwnLogin,
  requireWritable,
  type UserChanges,
} from './users-policy.ts';
import {
  countManagedUsers,
  findByEmails,
  insertUser,
  linkManagedUser,
  lockUser,
  readNewUserDefaults,
  updateUser,
  userColumns,
} from './users-queries.ts';

export interface UsersBulkParts {
  readonly kysely: Kysely<Schema>;
  /** Keeps the keys of other systems that his attributes hold. */
  readonly secrets: Secrets;
  readonly visibility: Pick<Visibility, 'isCustomerVisible'>;
  /** Ends a user's sessions within a write. */
  readonly endSessions: (within: Kysely<Schema>, publish: Publish, userId: number) => Promise<void>;
  /** Ends sessions that somebody opened for another and may no longer. */
  readonly endUnfounded: (within: Kysely<Schema>, publish: Publish) => Promise<void>;
}

/** A user as a file says it; what it leaves out stays. */
export type UserChange = Partial<Omit<UserInput, 'email' | 'login' | 'password'>>;

export interface UsersBulkService {
  /** Who has these e-mails, in small letters, or signs in by one; undefined where the caller does not see him. */
  match(caller: Caller, emails: readonly string[]): Promise<ReadonlyMap<string, UserRow | undefined>>;
  /** How many users the caller may still make. */
  capacity(caller: Caller): Promise<number>;
  /** Why the caller may not make, or change, this user so: the name of the field that is in the way. */
  refusedField(caller: Caller, before: UserRow | undefined, change: UserChange): Promise<string | undefined>;
  /** One without a password: he sets it by an invitation. */
  createWithin(within: Kysely<Schema>, publish: Publish, caller: Caller, input: UserInput): Promise<number>;
  overwriteWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    id: number,
    change: UserChange,
  ): Promise<void>;
}

export function createUsersBulkService(parts: UsersBulkParts, noPassword: string): UsersBulkService {
  const { kysely } = parts;
  return {
    match: (caller, emails) => findByEmails(kysely, caller, emails),

    async capacity(caller) {
      const { user_limit: limit } = caller.user;
      if (caller.administrator || limit === -1) return Number.POSITIVE_INFINITY;
      return Math.max(0, limit - (await countManagedUsers(kysely, caller.userId)));
    },

    async refusedField(caller, before, change) {
      const begin = before ?? beginningsUnder(caller, await readNewUserDefaults(kysely));
      try {
        requireChangeable(caller, begin, columnsOf(parts, caller, before, change));
      } catch (error) {
        const field = error instanceof AppError && error.code === 'protected-field' && fieldOf(error);
        if (!field) throw error;
        return field;
      }
    },

    createWithin: (within, publish, caller, input) =>
      createUserWithin(parts, within, publish, caller, input, noPassword),

    async overwriteWithin(within, publish, caller, id, change) {
      const before = await lockUser(within, caller, id);
      if (!before) throw notFound('user', id);
      requireWritable(caller, before);
      const changes = columnsOf(parts, caller, before, change);
      requireChangeable(caller, before, changes);
      await requireCustomer(parts.visibility, within, caller, before, changes);
      const details = changeDetails(before, changes);
      const { changed } = details;
      if (changed.length === 0) return;
      const after = await updateUser(within, id, changes);
      await writeAudit(within, caller, {
        action: 'update',
        noun: 'user',
        objectId: id,
        details: { changed },
      });
      const ends = after.expiration_time;
      if (after.disabled || (ends !== null && Date.parse(ends) <= Date.now()))
        await parts.endSessions(within, publish, id);
      if (changed.includes('readonly')) await parts.endUnfounded(within, publish);
      if (changed.includes('expiration_time')) publish('accountEnd', { userId: id });
      if (changed.includes('customer_id')) publish('visibility', { userIds: [id] });
    },
  };
}

function fieldOf({ details }: AppError): string | undefined {
  const fields = (details as { readonly fields?: readonly { readonly path: string }[] } | undefined)?.fields;
  return fields?.[0]?.path;
}

function columnsOf(
  { secrets }: UsersBulkParts,
  caller: Caller,
  before: UserChanges | undefined,
  input: Partial<UserInput>,
): UserChanges {
  const attributes = sealedAttributes(secrets, input.attributes, before, caller.user);
  return boundAsNewOf(before, userColumns({ ...input, attributes } as UserInput));
}

/** A new user, by every rule; his number. */
export async function createUserWithin(
  parts: UsersBulkParts,
  within: Kysely<Schema>,
  publish: Publish,
  caller: Caller,
  input: UserInput,
  password_hash: string,
): Promise<number> {
  if (!caller.administrator) requireCapacity(caller.user, await countManagedUsers(within, caller.userId));
  const changes = columnsOf(parts, caller, undefined, input);
  const begin = { ...beginningsUnder(caller, await readNewUserDefaults(within)), desk_role: 'none' };
  requireOwnLogin({ email: input.email, login: input.login ?? null });
  requireChangeable(caller, begin, changes);
  const asMonitor = changes.desk_role === undefined && beginsAsOperator(caller, { ...begin, ...changes });
  await requireCustomer(parts.visibility, within, caller, begin, changes);
  const { id } = await insertUser(within, {
    ...begin,
    ...changes,
    ...(asMonitor && { desk_role: 'operator' }),
    ...{ name: input.name, email: input.email, password_hash },
    email_vouched: caller.administrator,
  });
  if (!caller.administrator) await linkManagedUser(within, caller.userId, id);
  const details = { name: input.name };
  await writeAudit(within, caller, { action: 'create', noun: 'user', objectId: id, details });
  publish('visibility', { userIds: [id] });
  return id;
}

/** A user sees his customer's devices (ROLE-07), so nobody gives a customer that he does not see himself. */
export async function requireCustomer(
  visibility: UsersBulkParts['visibility'],
  within: Kysely<Schema>,
  caller: Caller,
  before: UserChanges,
  changes: UserChanges,
): Promise<void> {
  const given = changes.customer_id;
  if (caller.administrator || !given || given === before.customer_id) return;
  if (!(await visibility.isCustomerVisible(caller, given, within))) throw protectedField('customerId');
}

/** A new monitor (AUTH-09) works at the desk (DESK-14), if made by somebody who works there himself. */
function beginsAsOperator(caller: Caller, { attributes, administrator, device_limit }: UserChanges): boolean {
  if (administrator || !(caller.administrator || caller.user.desk_role !== 'none')) return false;
  const { profile } = (attributes ?? {}) as { readonly profile?: unknown };
  return profile === 'central' || (device_limit ?? 0) !== 0;
}

/** What a new user is by default: under a manager who is bound, bound likewise. */
function beginningsUnder(caller: Caller, defaults: { readonly device_limit: number }) {
  if (caller.administrator) return { device_limit: defaults.device_limit };
  const { device_readonly, limit_commands, expiration_time } = caller.user;
  return { device_readonly, limit_commands, expiration_time };
}

/**
 * Who becomes a customer's begins without the right to change devices, by default: they are watched for
 * him, and whoever takes his phone must not remove them.
 */
export function boundAsNewOf(before: UserChanges | undefined, changes: UserChanges): UserChanges {
  const getsCustomer = Boolean(changes.customer_id) && !before?.customer_id;
  return getsCustomer && changes.device_readonly === undefined
    ? { ...changes, device_readonly: true }
    : changes;
}
