/** Whose account an identity of the provider is, and what it becomes by it (IDP-02). */
import { isEmailAddress } from '@atalaia/contract/values/email';
import { isPlainText } from '@atalaia/contract/values/values';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Publish } from '../../queries/commit.ts';
import type { ProvidedUsersService } from '../users/provided-users-service.ts';
import type { Identity, OpenIdProvider } from './openid-provider.ts';
import { insertIdentity, lockSubject, lockUserByEmail, lockUserOf, useIdentity } from './openid-queries.ts';

const longestName = 255;

/** Each act is within one transaction. */
export function createAccounts(users: ProvidedUsersService) {
  const taken = () =>
    new AppError('openid-taken', 'that account and this one are linked with others already');
  const ended = () => new AppError('openid-account-ended', 'this account is disabled or has expired');

  /** The first time: by an address that the provider says is his and an administrator gave
   * the account; never an administrator's account: else whoever types another's address is given what his groups give. */
  async function welcome(
    within: Kysely<Schema>,
    publish: Publish,
    { settings }: OpenIdProvider,
    { subject, name, email, isEmailVerified }: Identity,
    address: string,
  ): Promise<number> {
    if (email === undefined || !isEmailVerified || !isEmailAddress(email))
      throw new AppError('openid-unverified', 'the provider does not say that the e-mail is his');
    const known = await lockUserByEmail(within, email);
    if (!known && !settings.createsUsers)
      throw new AppError('openid-unknown', 'nobody has an account with this e-mail');
    if (known?.administrator)
      throw new AppError('openid-administrator', 'an administrator links his account himself, signed in');
    if (known && !known.email_vouched)
      throw new AppError('openid-unvouched', 'nobody but its owner or his manager says whose e-mail this is');
    const called = cleaned(name) || email.slice(0, longestName);
    const user = known ?? (await users.create(within, publish, { name: called, email, address }));
    const { issuer } = settings;
    const identity = { issuer, subject, userId: user.id, label: email, isUsed: true };
    if (!(await insertIdentity(within, identity))) throw taken();
    const details = { by: known ? 'email' : 'new' };
    const entry = { action: 'openid-linked', noun: 'user', objectId: user.id, details } as const;
    await writeAudit(within, { user, address }, entry);
    return user.id;
  }

  return {
    async find(
      within: Kysely<Schema>,
      publish: Publish,
      provider: OpenIdProvider,
      identity: Identity,
      address: string,
    ): Promise<number> {
      const { issuer, groups, flags } = provider.settings;
      const rights = groups.find(({ group }) => identity.groups.includes(group));
      if (groups.length > 0 && !rights)
        throw new AppError('openid-no-group', 'no group of this person has rights here');
      if (rights) await users.lockWithin(within);
      const subject = { issuer, subject: identity.subject };
      await lockSubject(within, subject);
      const id =
        (await useIdentity(within, subject, labelOf(identity))) ??
        (await welcome(within, publish, provider, identity, address));
      const user = await lockUserOf(within, id);
      if (!user?.in_force) throw ended();
      if (rights) await users.follow(within, publish, { id, address }, { rights, decided: flags });
      return id;
    },

    async link(
      within: Kysely<Schema>,
      { settings }: OpenIdProvider,
      identity: Identity,
      userId: number,
      address: string,
    ): Promise<number> {
      const subject = { issuer: settings.issuer, subject: identity.subject };
      await lockSubject(within, subject);
      const user = await lockUserOf(within, userId);
      if (!user?.in_force) throw ended();
      const link = { ...subject, userId, label: labelOf(identity), isUsed: false };
      if (!(await insertIdentity(within, link))) throw taken();
      const entry = { action: 'openid-linked', noun: 'user', objectId: userId } as const;
      await writeAudit(within, { user, address }, entry);
      return userId;
    },
  };
}

/** As names are typed here: what nobody sees, or what turns the text around it, is none of it. */
const cleaned = (name = '') =>
  [...name]
    .map((letter) => (isPlainText(letter) ? letter : ' '))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestName)
    .trim();

const labelOf = ({ email, subject }: Identity) => (email ?? subject).slice(0, longestName);
