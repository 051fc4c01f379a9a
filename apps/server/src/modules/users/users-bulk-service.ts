/** Users of an import, and how one is made in either way: by the rules of the form. */
import type { UserInput } from '@atalaia/contract/accounts/user';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudits } from '../../queries/audit.ts';
import { changeDetails } from '../../queries/columns.ts';
import type { Publish } from '../../queries/commit.ts';
import { piecesOf } from '../../queries/read-ids.ts';
import type { Caller, UserRow } from '../../visibility/caller.ts';
import { areCustomersVisible } from '../../visibility/visible.ts';
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
  insertUsers,
  linkManagedUsers,
  lockUsers,
  readNewUserDefaults,
  updateUsers,
  userColumns,
} from './users-queries.ts';

export interface UsersBulkParts {
  /** Keeps the keys of other systems that his attributes hold. */
  readonly secrets: Secrets;
  /** Ends a user's sessions within a write. */
  readonly endSessions: (within: Kysely<Schema>, publish: Publish, userId: number) => Promise<void>;
  /** Ends sessions that somebody opened for another and may no longer. */
  readonly endUnfounded: (within: Kysely<Schema>, publish: Publish) => Promise<void>;
}

/** A user as a file says it; what it leaves out stays. */
export type UserChange = Partial<Omit<UserInput, 'email' | 'login' | 'password'>>;

export interface UsersBulkService {
  /** Who has these e-mails, in small letters, or signs in by one; undefined where the caller does not see him. */
  match(
    within: Kysely<Schema>,
    caller: Caller,
    emails: readonly string[],
  ): Promise<ReadonlyMap<string, UserRow | undefined>>;
  /** How many users the caller may still make. */
  capacity(within: Kysely<Schema>, caller: Caller): Promise<number>;
  /** Says why the caller may not make, or change, a user so: the name of the field that is in the way. */
  refusals(within: Kysely<Schema>, caller: Caller): Promise<RefusedField>;
  /** Users without a password, which they set by an invitation; what is published of them is published once. */
  createWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    inputs: readonly UserInput[],
  ): Promise<readonly MadeUser[]>;
  /** Changes users to what a file says of them; what it leaves out stays. */
  overwriteWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    updates: readonly { readonly id: number; readonly change: UserChange }[],
  ): Promise<void>;
}

type RefusedField = (before: UserRow | undefined, change: UserChange) => string | undefined;
type MadeUser = Pick<UserRow, 'id' | 'name' | 'email'>;
/** Rows of one statement: some ms of this thread's work. */
const rowsAtOnce = 500;

export function createUsersBulkService(parts: UsersBulkParts, noPassword: string): UsersBulkService {
  return {
    match: findByEmails,

    async capacity(within, caller) {
      const { user_limit: limit } = caller.user;
      if (caller.administrator || limit === -1) return Number.POSITIVE_INFINITY;
      return Math.max(0, limit - (await countManagedUsers(within, caller.userId)));
    },

    async refusals(within, caller) {
      const beginnings = beginningsUnder(caller, await readNewUserDefaults(within));
      return (before, change) => {
        try {
          requireChangeable(caller, before ?? beginnings, columnsOf(parts, caller, before, change));
          return undefined;
        } catch (error) {
          const field = error instanceof AppError && error.code === 'protected-field' && fieldOf(error);
          if (!field) throw error;
          return field;
        }
      };
    },

    createWithin: (within, publish, caller, inputs) =>
      createAll(parts, within, publish, caller, inputs, { action: 'import', password_hash: noPassword }),

    overwriteWithin: (...overwriting) => overwriteAll(parts, ...overwriting),
  };
}

async function overwriteAll(
  parts: UsersBulkParts,
  ...[within, publish, caller, updates]: Parameters<UsersBulkService['overwriteWithin']>
): Promise<void> {
  const changedIds = new Map<string, number[]>();
  for (const piece of piecesOf(rowsAtOnce, updates)) {
    const rows = await lockUsers(
      within,
      caller,
      piece.map(({ id }) => id),
    );
    const beforeOf = new Map(rows.map((row) => [row.id, row]));
    const judged = piece.map(({ id, change }) => {
      const before = beforeOf.get(id);
      if (!before) throw notFound('user', id);
      requireWritable(caller, before);
      const columns = columnsOf(parts, caller, before, change);
      requireChangeable(caller, before, columns);
      return { id, before, columns, ...changeDetails(before, columns) };
    });
    await requireCustomers(
      within,
      caller,
      judged.map(({ before, columns }) => [before, columns] as const),
    );
    const changes = judged.filter(({ changed }) => changed.length > 0);
    const entries = changes.map(
      ({ id, changed }) => ({ action: 'update', noun: 'user', objectId: id, details: { changed } }) as const,
    );
    for (const { id, changed } of changes)
      for (const name of changed) changedIds.set(name, [...(changedIds.get(name) ?? []), id]);
    for (const after of await updateUsers(within, changes)) {
      const ends = after.expiration_time;
      if (after.disabled || (ends !== null && Date.parse(ends) <= Date.now()))
        await parts.endSessions(within, publish, after.id);
    }
    await writeAudits(within, caller, entries);
  }
  if (changedIds.has('readonly')) await parts.endUnfounded(within, publish);
  for (const userId of changedIds.get('expiration_time') ?? []) publish('accountEnd', { userId });
  const moved = changedIds.get('customer_id');
  if (moved) publish('visibility', { userIds: moved });
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
  const making = { action: 'create', password_hash } as const;
  const [made] = await createAll(parts, within, publish, caller, [input], making);
  if (!made) throw new Error('a user was not made');
  return made.id;
}

async function createAll(
  parts: UsersBulkParts,
  within: Kysely<Schema>,
  publish: Publish,
  caller: Caller,
  inputs: readonly UserInput[],
  { action, password_hash }: { readonly action: 'create' | 'import'; readonly password_hash: string },
): Promise<readonly MadeUser[]> {
  if (inputs.length === 0) return [];
  if (!caller.administrator)
    requireCapacity(caller.user, (await countManagedUsers(within, caller.userId)) + inputs.length - 1);
  const begin = { ...beginningsUnder(caller, await readNewUserDefaults(within)), desk_role: 'none' };
  const made: MadeUser[] = [];
  for (const piece of piecesOf(rowsAtOnce, inputs)) {
    const judged = piece.map((input) => {
      const changes = columnsOf(parts, caller, undefined, input);
      requireOwnLogin({ email: input.email, login: input.login ?? null });
      requireChangeable(caller, begin, changes);
      return { input, changes };
    });
    await requireCustomers(
      within,
      caller,
      judged.map(({ changes }) => [begin, changes] as const),
    );
    const rows = judged.map(({ input: { name, email }, changes }) => {
      const asMonitor = changes.desk_role === undefined && beginsAsOperator(caller, { ...begin, ...changes });
      return {
        ...begin,
        ...changes,
        ...(asMonitor && { desk_role: 'operator' }),
        ...{ name, email, password_hash, email_vouched: caller.administrator },
      };
    });
    const users = await insertUsers(within, rows);
    const entries = users.map(
      ({ id, name }) => ({ action, noun: 'user', objectId: id, details: { name } }) as const,
    );
    if (!caller.administrator)
      await linkManagedUsers(
        within,
        caller.userId,
        users.map(({ id }) => id),
      );
    await writeAudits(within, caller, entries);
    made.push(...users);
  }
  publish('visibility', { userIds: made.map(({ id }) => id) });
  return made;
}

/** A user sees his customer's devices (ROLE-07), so nobody gives a customer that he does not see himself. */
export async function requireCustomers(
  within: Kysely<Schema>,
  caller: Caller,
  given: readonly (readonly [before: UserChanges, changes: UserChanges])[],
): Promise<void> {
  if (caller.administrator) return;
  const ids = given.flatMap(([before, { customer_id: id }]) => (id && id !== before.customer_id ? [id] : []));
  if (ids.length > 0 && !(await areCustomersVisible(within, caller, [...new Set(ids)])))
    throw protectedField('customerId');
}

/** A new monitor (AUTH-09) works at the desk (DESK-14), if made by somebody who works there himself. */
function beginsAsOperator(caller: Caller, { attributes, administrator, device_limit }: UserChanges): boolean {
  if (administrator || !(caller.administrator || caller.user.desk_role !== 'none')) return false;
  const { profile } = (attributes ?? {}) as { readonly profile?: unknown };
  return profile === 'central' || (device_limit ?? 0) !== 0;
}

/** What a new user is by default: under a manager who is bound, bound likewise. */
function beginningsUnder(caller: Caller, defaults: { readonly device_limit: number }) {
  if (caller.administrator) return { device_limit: defaults.device_limit, company_id: null };
  const { device_readonly, limit_commands, expiration_time, company_id } = caller.user;
  return { device_readonly, limit_commands, expiration_time, company_id };
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
