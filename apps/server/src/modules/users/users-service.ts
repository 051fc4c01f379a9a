import type { PasswordChange, UserInput, UserQuery } from '@atalaia/contract/accounts/user';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { type AuditActor, writeAudit, writeAudits } from '../../queries/audit.ts';
import { changeDetails } from '../../queries/columns.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { jsonList } from '../../queries/page.ts';
import { atRevision, requireRevision } from '../../queries/revision.ts';
import type { BulkRow } from '../../resources/bulk/bulk-changes-queries.ts';
import type { BulkNoun } from '../../resources/bulk/bulk-changes-service.ts';
import type { CrudService } from '../../resources/crud-routes.ts';
import { readDependents } from '../../resources/removal/read-dependents.ts';
import { dependentsDetail, requireRemovable } from '../../resources/removal/removal.ts';
import type { Caller, TellAccount, UserRow } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { areCustomersVisible } from '../../visibility/visible.ts';
import { sealedAttributes } from './sealed-attributes.ts';
import { boundAsNewOf, createUserWithin, requireCustomers } from './users-bulk-service.ts';
import {
  actsOf,
  type ConfirmPassword,
  confirm,
  currentPasswordNeeded,
  isOtherEmail,
  isOtherName,
  requireChangeable,
  requireKeepsOwnAccess,
  requireNewPassword,
  requireOwnLogin,
  requireWritable,
  type UserChanges,
} from './users-policy.ts';
import { describeUsers } from './users-presenter.ts';
import {
  deleteUsers,
  disabledAmong,
  findUsers,
  hasAdministrator,
  isUserVisible,
  lockAdministrators,
  lockEndedTemporaries,
  lockUser,
  lockUsers,
  updateUser,
  userColumns,
} from './users-queries.ts';

export interface UsersParts {
  readonly kysely: Kysely<Schema>;
  /** Keeps the keys of other systems that his attributes hold. */
  readonly secrets: Secrets;
  readonly commit: Commit;
  readonly visibility: Visibility;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly confirmPassword: ConfirmPassword;
  /** Ends users' sessions within a write, but the one of this token's hash. */
  readonly endSessions: (
    within: Kysely<Schema>,
    publish: Publish,
    userIds: number | readonly number[],
    exceptTokenHash?: string,
  ) => Promise<void>;
  /** The same where he becomes administrator or is one no longer. */
  readonly endSessionsByRights: (
    within: Kysely<Schema>,
    publish: Publish,
    userId: number,
    isAdministrator: boolean,
  ) => Promise<void>;
  /** Mails him what was done to how he signs in. */
  readonly tell: TellAccount;
  /** Ends sessions that somebody opened for another and may no longer. */
  readonly endUnfounded: (within: Kysely<Schema>, publish: Publish) => Promise<void>;
}

export interface UsersService extends CrudService<UserInput, UserQuery> {
  /**
   * The caller's own, whatever he may change else; his other sessions and his tokens end. Throws `current-password-wrong`,
   * and `invalid-input` for one that may not be a new password.
   */
  changePassword(caller: Caller, change: PasswordChange): Promise<void>;
  /** Gives users to another customer, or to none, as theirs is removed. */
  relocateWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    ids: readonly number[],
    customerId: number | null,
  ): Promise<void>;
  /** Removes users by the rules of a single removal. Before it locks their rows, it must have locked `lockWithin`. */
  removeWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    ids: readonly number[],
  ): Promise<void>;
  lockWithin(within: Kysely<Schema>): Promise<void>;
  /** What many of them are given or removed by at once. */
  readonly bulk: BulkNoun;
  /** Removes the temporary ones whose account has ended. For `every`. */
  removeEnded(): Promise<void>;
  /** The row of a user whom the caller may change; nobody else changes it until the end. Throws `not-found` and `forbidden`. */
  lockWritable(within: Kysely<Schema>, caller: Caller, id: number): Promise<UserRow>;
}

export function createUsersService(parts: UsersParts): UsersService {
  const { kysely, secrets, commit, visibility, hashPassword, confirmPassword, endSessions } = parts;
  const columnsOf = (caller: Caller, input: UserInput, before?: UserChanges) =>
    userColumns({ ...input, attributes: sealedAttributes(secrets, input.attributes, before, caller.user) });

  return {
    async list(caller, query) {
      if (query.userId !== undefined) await visibility.viewerFor(caller, query.userId);
      await visibility.requireSeen(caller, { deviceId: query.deviceId });
      return jsonList(await findUsers(kysely, caller, query), (ids) => describeUsers(kysely, ids));
    },

    async read(caller, id) {
      if (!(await isUserVisible(kysely, caller, id))) throw notFound('user', id);
      return withRevision(kysely, id);
    },

    async create(caller, input) {
      if (!input.password) throw fieldRefusal('invalid-input', { path: 'password', message: 'is required' });
      requireNewPassword(input.password, input);
      const password_hash = await hashPassword(input.password);
      return commit(async (transaction, publish) => {
        const id = await createUserWithin(parts, transaction, publish, caller, input, password_hash);
        return withRevision(transaction, id);
      });
    },

    async update(caller, id, input, ifMatch) {
      const isSelf = id === caller.userId;
      const isConfirmed = isSelf && (Boolean(input.password) || isOtherName(caller.user, input));
      if (isConfirmed) await confirm(confirmPassword, caller, input.currentPassword);
      const password_hash = input.password ? await hashPassword(input.password) : undefined;
      const { json, before, acts } = await commit(async (transaction, publish) => {
        if (caller.administrator) await lockAdministrators(transaction);
        const before = await lockUser(transaction, caller, id);
        if (!before) throw notFound('user', id);
        requireWritable(caller, before);
        await requireRevision(transaction, 'users', id, ifMatch, () => describe(transaction, id));
        if (input.password)
          requireNewPassword(input.password, { ...input, login: input.login ?? before.login });
        // what he signs in by was changed by others while he was asked for his password
        if (isSelf && !isConfirmed && isOtherName(before, input)) throw currentPasswordNeeded();
        const changes = boundAsNewOf(before, columnsOf(caller, input, before));
        requireKeepsOwnAccess(caller, before, changes);
        requireChangeable(caller, before, changes);
        await requireCustomers(transaction, caller, [[before, changes]]);
        const change = changeDetails(before, changes);
        const { changed } = change;
        if (isOtherName(before, input)) requireOwnLogin({ ...before, ...changes });
        const after = await updateUser(transaction, id, {
          ...changes,
          ...(password_hash && { password_hash }),
          ...(isOtherEmail(before, input) && { email_vouched: caller.administrator }),
        });
        if (before.administrator) await requireAdministratorLeft(transaction);
        const details = { ...change, changed: password_hash ? [...changed, 'password'] : changed };
        await writeAudit(transaction, caller, { action: 'update', noun: 'user', objectId: id, details });
        const isOut =
          after.disabled ||
          (after.expiration_time !== null && Date.parse(after.expiration_time) <= Date.now());
        if (isOut) await endSessions(transaction, publish, id);
        else if (password_hash || isConfirmed)
          await endSessions(transaction, publish, id, caller.session?.tokenHash);
        if (changed.includes('administrator'))
          await parts.endSessionsByRights(transaction, publish, id, after.administrator);
        else if (changed.includes('readonly')) await parts.endUnfounded(transaction, publish);
        if (changed.includes('expiration_time')) publish('accountEnd', { userId: id });
        const seesAnew = changed.some((name) => name === 'administrator' || name === 'customer_id');
        if (seesAnew) publish('visibility', { userIds: [id] });
        return { json: await withRevision(transaction, id), before, acts: actsOf(before, after, isSelf) };
      });
      parts.tell(before, acts);
      return json;
    },

    async lockWritable(within, caller, id) {
      const user = await lockUser(within, caller, id);
      if (!user) throw notFound('user', id);
      requireWritable(caller, user);
      return user;
    },

    ...createOwnPassword(parts),
    ...createFollowing(parts),
  };
}

function createOwnPassword({
  commit,
  hashPassword,
  confirmPassword,
  endSessions,
  tell,
}: UsersParts): Pick<UsersService, 'changePassword'> {
  return {
    async changePassword(caller, { currentPassword, password }) {
      const { userId, user } = caller;
      requireNewPassword(password, user);
      await confirm(confirmPassword, caller, currentPassword);
      const password_hash = await hashPassword(password);
      await commit(async (transaction, publish) => {
        await updateUser(transaction, userId, { password_hash });
        const details = { changed: ['password'] };
        await writeAudit(transaction, caller, { action: 'update', noun: 'user', objectId: userId, details });
        await endSessions(transaction, publish, userId, caller.session?.tokenHash);
      });
      tell(user, ['password']);
    },
  };
}

/** Removals, and changes that follow from that of a customer. */
function createFollowing(
  parts: UsersParts,
): Pick<
  UsersService,
  'dependents' | 'remove' | 'lockWithin' | 'removeWithin' | 'relocateWithin' | 'removeEnded' | 'bulk'
> {
  const { kysely, commit } = parts;
  const removeWithin: UsersService['removeWithin'] = async (within, publish, caller, ids) => {
    const users = await lockUsers(within, caller, ids);
    const seen = new Set(users.map(({ id }) => id));
    const hidden = ids.find((id) => !seen.has(id));
    if (hidden !== undefined) throw notFound('user', hidden);
    for (const user of users) requireRemovableBy(caller, user);
    await removeAll(parts, within, publish, caller, users, {});
    await requireAdministratorLeft(within);
  };
  return {
    lockWithin: lockAdministrators,

    async dependents(caller, id) {
      if (!(await isUserVisible(kysely, caller, id))) throw notFound('user', id);
      return readDependents(kysely, caller, 'user', id);
    },

    remove: (caller, id, request) =>
      commit(async (transaction, publish) => {
        await lockAdministrators(transaction);
        const before = await lockUser(transaction, caller, id);
        if (!before) throw notFound('user', id);
        requireRemovableBy(caller, before);
        const { lines } = await requireRemovable(transaction, caller, { noun: 'user', id }, request);
        await removeAll(parts, transaction, publish, caller, [before], dependentsDetail(lines));
        await requireAdministratorLeft(transaction);
      }),

    removeEnded: () =>
      parts.commit(async (transaction, publish) => {
        const ended = await lockEndedTemporaries(transaction);
        await removeAll(parts, transaction, publish, { address: null }, ended, { temporary: true });
      }),

    removeWithin,

    bulk: {
      noun: 'user',
      writing: 'writer',
      columns: {
        customerId: { column: 'customer_id', type: 'integer', references: 'customers' },
        companyId: { column: 'company_id', type: 'integer', references: 'company_configurations' },
        disabled: { column: 'disabled', type: 'boolean' },
      },
      judgedBy: ['administrator', 'customer_id', 'company_id', 'device_readonly', 'disabled'],
      find: (caller, filter) => findUsers(kysely, caller, filter),
      lockWithin: lockAdministrators,
      async requireValue(within, caller, act, value) {
        if (value === null || act !== 'customerId') return;
        if (!(await areCustomersVisible(within, caller, [Number(value)])))
          throw referenceRefusal('change.customerId');
      },
      requireRow(
        caller,
        row: BulkRow &
          Pick<UserRow, 'administrator' | 'customer_id' | 'company_id' | 'device_readonly' | 'disabled'>,
        changes,
        isUndo,
      ) {
        requireWritable(caller, row);
        // as one he would begin without the right to change devices, which his form shows and nothing here would
        if (
          changes !== 'remove' &&
          !isUndo &&
          changes.customer_id &&
          !row.customer_id &&
          !row.device_readonly
        )
          throw new AppError(
            'writes-devices',
            'this user may change devices: give him the customer by himself',
          );
        if (changes === 'remove' || changes.disabled) requireOther(caller, row);
        // the company that he had is not his who gives it back
        const isBack = isUndo && changes !== 'remove' && 'company_id' in changes;
        if (changes !== 'remove' && !isBack) requireChangeable(caller, row, changes);
      },
      async changed(within, publish, _caller, ids, act) {
        if (act === 'customerId') publish('visibility', { userIds: ids });
        if (act !== 'disabled') return;
        const out = await disabledAmong(within, ids);
        if (out.length === 0) return;
        await parts.endSessions(within, publish, out);
        await requireAdministratorLeft(within);
      },
      removeWithin,
    },

    async relocateWithin(within, publish, caller, ids, customerId) {
      const changes = { customer_id: customerId };
      for (const id of ids) {
        const before = await lockUser(within, caller, id);
        if (!before) throw notFound('user', id);
        requireWritable(caller, before);
        requireChangeable(caller, before, changes);
        await requireCustomers(within, caller, [[before, changes]]);
        await updateUser(within, id, changes);
        const details = { changed: ['customer_id'] };
        await writeAudit(within, caller, { action: 'update', noun: 'user', objectId: id, details });
      }
      publish('visibility', { userIds: ids });
    },
  };
}

async function describe(within: Kysely<Schema>, id: number): Promise<string> {
  const json = await describeUsers(within, [id]);
  if (json === '') throw notFound('user', id);
  return json;
}

const withRevision = (within: Kysely<Schema>, id: number) =>
  atRevision(within, 'users', id, () => describe(within, id));

async function requireAdministratorLeft(within: Kysely<Schema>): Promise<void> {
  if (await hasAdministrator(within)) return;
  throw new AppError('last-administrator', 'somebody must be left who is administrator');
}

function requireRemovableBy(caller: Caller, user: UserRow): void {
  requireWritable(caller, user);
  requireOther(caller, user);
}

function requireOther(caller: Caller, { id }: { readonly id: number }): void {
  if (id === caller.userId) throw new AppError('own-account', 'nobody removes or disables himself');
}

async function removeAll(
  { endSessions, endUnfounded }: Pick<UsersParts, 'endSessions' | 'endUnfounded'>,
  within: Kysely<Schema>,
  publish: Publish,
  caller: AuditActor,
  users: readonly UserRow[],
  more: object,
): Promise<void> {
  const ids = users.map(({ id }) => id);
  if (ids.length === 0) return;
  await endSessions(within, publish, ids);
  await deleteUsers(within, ids);
  // those of whom they managed are no longer managed through them
  await endUnfounded(within, publish);
  const entries = users.map(
    ({ id: objectId, name }) =>
      ({ action: 'remove', noun: 'user', objectId, details: { name, ...more } }) as const,
  );
  await writeAudits(within, caller, entries);
  publish('visibility', { userIds: ids });
}
