import type { UserInput, UserQuery } from '@atalaia/contract/user';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import type { CrudService } from '../../http/crud-routes.ts';
import type { Secrets } from '../../integrations/secrets/secrets.ts';
import { jsonList } from '../../reading/page.ts';
import { writeAudit } from '../../writing/audit.ts';
import { changedFields } from '../../writing/changed-fields.ts';
import type { Commit, Tell } from '../../writing/commit.ts';
import { atRevision, requireRevision } from '../../writing/revision.ts';
import type { Sight } from '../sight/sight.ts';
import { sealedAttributes } from './sealed-attributes.ts';
import { userColumns } from './users-columns.ts';
import {
  protectedField,
  requireChangeable,
  requireKeepsHimself,
  requireRoom,
  requireWritable,
  type UserChanges,
} from './users-policy.ts';
import { describeUsers } from './users-presenter.ts';
import {
  countManagedUsers,
  deleteUser,
  findUsers,
  hasAdministrator,
  insertUser,
  isUserVisible,
  linkManagedUser,
  lockAdministrators,
  lockUser,
  readNewUserDefaults,
  updateUser,
} from './users-queries.ts';

export interface UsersParts {
  readonly kysely: Kysely<Schema>;
  /** Keeps the keys of other systems that his attributes hold. */
  readonly secrets: Secrets;
  readonly commit: Commit;
  readonly sight: Sight;
  readonly hashPassword: (password: string) => Promise<string>;
  /** Ends a user's sessions within a write, but the one of this token's hash. */
  readonly endSessions: (
    within: Kysely<Schema>,
    tell: Tell,
    userId: number,
    keptTokenHash?: string,
  ) => Promise<void>;
}

export type UsersService = CrudService<UserInput, UserQuery>;

export function createUsersService(parts: UsersParts): UsersService {
  const { kysely, secrets, commit, sight, hashPassword, endSessions } = parts;

  async function describe(within: Kysely<Schema>, id: number): Promise<string> {
    const json = await describeUsers(within, [id]);
    if (json === '') throw notFound('user', id);
    return json;
  }

  const revised = (within: Kysely<Schema>, id: number) =>
    atRevision(within, 'users', id, () => describe(within, id));

  const columnsOf = (caller: Caller, input: UserInput, before?: UserChanges) =>
    userColumns({ ...input, attributes: sealedAttributes(secrets, input.attributes, before, caller.user) });

  /** The customer gives sight (ROLE-07), so nobody hands out one that he does not see. */
  async function requireCustomer(
    within: Kysely<Schema>,
    caller: Caller,
    before: UserChanges,
    changes: UserChanges,
  ) {
    const given = changes.customer_id;
    if (caller.administrator || !given || given === before.customer_id) return;
    if (!(await sight.isCustomerVisible(caller, given, within))) throw protectedField('customerId');
  }

  async function requireAdministratorLeft(within: Kysely<Schema>): Promise<void> {
    if (await hasAdministrator(within)) return;
    throw new AppError('last-administrator', 'somebody must be left who is administrator');
  }

  return {
    async list(caller, query) {
      if (query.userId !== undefined) await sight.viewerFor(caller, query.userId);
      return jsonList(await findUsers(kysely, caller, query), (ids) => describeUsers(kysely, ids));
    },

    async read(caller, id) {
      if (!(await isUserVisible(kysely, caller, id))) throw notFound('user', id);
      return revised(kysely, id);
    },

    async create(caller, input) {
      if (!input.password) throw fieldRefusal('invalid-input', { path: 'password', message: 'is required' });
      const password_hash = await hashPassword(input.password);
      return commit(async (transaction, tell) => {
        if (!caller.administrator)
          requireRoom(caller.user, await countManagedUsers(transaction, caller.userId));
        const begin = beginningsUnder(caller, await readNewUserDefaults(transaction));
        const changes = columnsOf(caller, input);
        requireChangeable(caller, begin, changes);
        await requireCustomer(transaction, caller, begin, changes);
        const { id } = await insertUser(transaction, {
          ...begin,
          ...changes,
          name: input.name,
          email: input.email,
          password_hash,
        });
        if (!caller.administrator) await linkManagedUser(transaction, caller.userId, id);
        const details = { name: input.name };
        await writeAudit(transaction, caller, { action: 'create', noun: 'user', objectId: id, details });
        tell('sight', { userIds: [id] });
        return revised(transaction, id);
      });
    },

    async update(caller, id, input, ifMatch) {
      const password_hash = input.password ? await hashPassword(input.password) : undefined;
      return commit(async (transaction, tell) => {
        if (caller.administrator) await lockAdministrators(transaction);
        const before = await lockUser(transaction, caller, id);
        if (!before) throw notFound('user', id);
        requireWritable(caller, before);
        await requireRevision(transaction, 'users', id, ifMatch, () => describe(transaction, id));
        const changes = columnsOf(caller, input, before);
        requireKeepsHimself(caller, before, changes);
        requireChangeable(caller, before, changes);
        await requireCustomer(transaction, caller, before, changes);
        const changed = changedFields(before, changes);
        const after = await updateUser(
          transaction,
          id,
          password_hash ? { ...changes, password_hash } : changes,
        );
        if (before.administrator) await requireAdministratorLeft(transaction);
        const details = { changed: password_hash ? [...changed, 'password'] : changed };
        await writeAudit(transaction, caller, { action: 'update', noun: 'user', objectId: id, details });
        const isOut =
          after.disabled ||
          (after.expiration_time !== null && Date.parse(after.expiration_time) <= Date.now());
        if (isOut) await endSessions(transaction, tell, id);
        else if (password_hash) await endSessions(transaction, tell, id, caller.session?.tokenHash);
        if (changed.includes('expiration_time')) tell('accountEnd', { userId: id });
        const seesAnew = changed.some((name) => name === 'administrator' || name === 'customer_id');
        if (seesAnew) tell('sight', { userIds: [id] });
        return revised(transaction, id);
      });
    },

    remove: (caller, id) =>
      commit(async (transaction, tell) => {
        await lockAdministrators(transaction);
        const before = await lockUser(transaction, caller, id);
        if (!before) throw notFound('user', id);
        requireWritable(caller, before);
        if (id === caller.userId) throw new AppError('forbidden', 'nobody removes himself');
        await endSessions(transaction, tell, id);
        await deleteUser(transaction, id);
        await requireAdministratorLeft(transaction);
        const details = { name: before.name };
        await writeAudit(transaction, caller, { action: 'remove', noun: 'user', objectId: id, details });
        tell('sight', { userIds: [id] });
      }),
  };
}

/** What a new user is unless said otherwise: under a manager who is bound, bound likewise. */
function beginningsUnder(caller: Caller, defaults: { readonly device_limit: number }) {
  if (caller.administrator) return { device_limit: defaults.device_limit };
  const { device_readonly, limit_commands, expiration_time } = caller.user;
  return { device_readonly, limit_commands, expiration_time };
}
