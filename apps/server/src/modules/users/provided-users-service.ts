/** Accounts of people who sign in at an OpenID Connect provider (IDP-02): made for them, and kept to what their groups give. */
import type { Kysely } from 'kysely';
import type { GroupRights, RightFlag } from '../../platform/config/openid-settings.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import { changeDetails } from '../../queries/columns.ts';
import type { Publish } from '../../queries/commit.ts';
import type { UserRow } from '../../visibility/caller.ts';
import type { UserChanges } from './users-policy.ts';
import {
  hasAdministrator,
  insertUser,
  lockAdministrators,
  lockUserById,
  readNewUserDefaults,
  updateUser,
} from './users-queries.ts';

/** What a group gives, and the rights that any group decides. */
export interface GivenRights {
  readonly rights: GroupRights;
  readonly decided: ReadonlySet<RightFlag>;
}

export interface ProvidedUsersService {
  /** A new account without a password. Throws `duplicate-user-name`. */
  create(
    within: Kysely<Schema>,
    publish: Publish,
    person: { readonly name: string; readonly email: string; readonly address: string },
  ): Promise<UserRow>;
  /** Gives a user what his group gives; the last administrator stays what he is. */
  follow(
    within: Kysely<Schema>,
    publish: Publish,
    user: { readonly id: number; readonly address: string },
    given: GivenRights,
  ): Promise<void>;
  /** Before a user's row is locked. */
  lockWithin(within: Kysely<Schema>): Promise<void>;
}

const columns = {
  readonly: 'readonly',
  'device-readonly': 'device_readonly',
  'limit-commands': 'limit_commands',
} as const satisfies Record<RightFlag, keyof UserRow>;

/** The columns that make a user what his group gives. */
function changesOf({ rights, decided }: GivenRights, user: UserRow): UserChanges {
  const { profile, ...others } = user.attributes as Readonly<Record<string, unknown>>;
  // `central` makes a monitor whatever else he is (AUTH-09); any other word says nothing
  const word = rights.profile === 'monitor' ? 'central' : profile === 'central' ? undefined : profile;
  const flags = [...decided].map((flag) => [columns[flag], rights.flags.includes(flag)] as const);
  return {
    administrator: rights.profile === 'admin',
    desk_role: rights.deskRole,
    attributes: word === undefined ? others : { ...others, profile: word },
    // who may register devices has the screens of a monitor
    ...(rights.profile === 'client' && { device_limit: 0 }),
    ...Object.fromEntries(flags),
  };
}

export interface ProvidedUsersParts {
  readonly noPassword: string;
  /** Ends sessions of who becomes administrator or is one no longer. */
  readonly endSessionsByRights: (
    within: Kysely<Schema>,
    publish: Publish,
    userId: number,
    isAdministrator: boolean,
  ) => Promise<void>;
}

export function createProvidedUsersService(parts: ProvidedUsersParts): ProvidedUsersService {
  return {
    async create(within, publish, { name, email, address }) {
      const user = await insertUser(within, {
        ...(await readNewUserDefaults(within)),
        ...{ name, email, password_hash: parts.noPassword, email_vouched: true },
      });
      const details = { name, provider: 'openid' };
      const entry = { action: 'create', noun: 'user', objectId: user.id, details } as const;
      await writeAudit(within, { user, address }, entry);
      publish('visibility', { userIds: [user.id] });
      return user;
    },

    async follow(within, publish, { id, address }, given) {
      const before = await lockUserById(within, id);
      const changes = changesOf(given, before);
      const change = changeDetails(before, changes);
      const { changed } = change;
      if (changed.length === 0) return;
      if (changed.includes('administrator') && before.administrator) {
        await updateUser(within, id, { administrator: false });
        if (!(await hasAdministrator(within)))
          return void (await updateUser(within, id, { administrator: true }));
      }
      await updateUser(within, id, changes);
      const details = { ...change, provider: 'openid' };
      await writeAudit(
        within,
        { user: before, address },
        { action: 'update', noun: 'user', objectId: id, details },
      );
      if (!changed.includes('administrator')) return;
      await parts.endSessionsByRights(within, publish, id, changes.administrator === true);
      publish('visibility', { userIds: [id] });
    },

    lockWithin: lockAdministrators,
  };
}
