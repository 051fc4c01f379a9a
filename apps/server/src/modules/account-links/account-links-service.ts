/** Setting a password by a link: of who forgot his, by mail; of who was just made, handed over (IDP-03). */
import type { AccountLink, Invitation } from '@atalaia/contract/accounts/account-link';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import type { Caller, UserRow } from '../../visibility/caller.ts';
import type { LinkGuesses } from '../sessions/link-guesses-service.ts';
import {
  findByName,
  findLink,
  forgetLinks,
  insertLink,
  readUser,
  setPassword,
} from './account-links-queries.ts';
import type { AccountMails } from './account-mails.ts';

export interface AccountLinksParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly channels: Pick<Channels, 'mailer'>;
  readonly mails: Pick<AccountMails, 'leave' | 'send'>;
  /** Address of the web interface: a link in a mail is never made of what a request says. */
  readonly publicUrl: string | undefined;
  readonly makeToken: () => string;
  readonly hashToken: (token: string) => Buffer;
  readonly guesses: LinkGuesses;
  readonly bounds: ResetBounds;
  readonly hashPassword: (password: string) => Promise<string>;
  /** Throws `invalid-input` for what may not be a new password of this user's. */
  readonly requireNewPassword: (password: string, owner: UserRow) => void;
  readonly endSessions: (within: Kysely<Schema>, publish: Publish, userId: number) => Promise<void>;
  readonly lockWritable: (within: Kysely<Schema>, caller: Caller, userId: number) => Promise<UserRow>;
}

/** How many resets are asked for. */
export interface ResetBounds {
  /** Throws `too-many-requests` for one more of this address. */
  countReset(address: string): Promise<void>;
  /** Whether this account may be sent one more. */
  mayReset(userId: number): Promise<boolean>;
}

export interface AccountLinksService {
  /**
   * Sends a link, where there is such an account; the caller learns nothing of that, nor by the time it takes. Throws
   * `channel-not-set-up` and `too-many-requests`.
   */
  requestReset(name: string, address: string): Promise<void>;
  /** Throws `not-found`, and `share-ended` for one that was used or is too old. */
  look(token: string, address: string): Promise<AccountLink>;
  /** Sets the password, once; his sessions end. Throws as `look`, and `invalid-input`. */
  setPassword(token: string, password: string, address: string): Promise<void>;
  /** A link for a user whom the caller may change, which ends the one from before. */
  invite(caller: Caller, userId: number, origin: string): Promise<Invitation>;
  /** Those of users who were just made by a file, which go by mail alone. */
  readonly invitations: {
    /** Whether mail is set up, and where a link leads to is known. */
    readonly areSent: boolean;
    /** Part of another write; what it returns sends them, one after the other, and returns at once. */
    makeWithin(within: Kysely<Schema>, caller: Caller, userIds: readonly number[]): Promise<() => void>;
  };
  /** Deletes links that ended long ago. Called on a timer. */
  forget(): Promise<void>;
}

const resetHours = 1;
const invitationHours = 7 * 24;

export function createAccountLinksService(parts: AccountLinksParts): AccountLinksService {
  const { kysely, commit, channels, publicUrl, makeToken, hashToken, guesses } = parts;
  const { leave, send } = parts.mails;
  const pageOf = (origin: string, token: string) => `${origin}/access#${token}`;

  /** A new one, and the user it is for. */
  async function makeInvitation(within: Kysely<Schema>, caller: Caller, userId: number, isMailed: boolean) {
    const token = makeToken();
    const user = await parts.lockWritable(within, caller, userId);
    if (userId === caller.userId) throw new AppError('forbidden', 'nobody invites himself');
    const expiresAt = await insertLink(within, {
      ...{ tokenHash: hashToken(token), userId, kind: 'invitation', hours: invitationHours },
      ...{ isMailed, authorId: caller.userId },
    });
    await writeAudit(within, caller, { action: 'invite', noun: 'user', objectId: userId });
    return { user, token, expiresAt };
  }

  async function sendReset(name: string, address: string): Promise<void> {
    const user = await findByName(kysely, name);
    if (!user || !(await parts.bounds.mayReset(user.id))) return;
    const token = makeToken();
    await commit(async (transaction) => {
      await insertLink(transaction, {
        ...{ tokenHash: hashToken(token), userId: user.id, kind: 'reset', hours: resetHours },
        isMailed: true,
      });
      await writeAudit(transaction, { address }, { action: 'reset-asked', noun: 'user', objectId: user.id });
    });
    await send(user, 'reset', pageOf(publicUrl ?? '', token));
  }

  return {
    async requestReset(name, address) {
      if (!channels.mailer || publicUrl === undefined)
        throw new AppError('channel-not-set-up', 'mail is not set up on this server');
      await parts.bounds.countReset(address);
      leave(sendReset(name, address));
    },

    async look(token, address) {
      const link = await guesses.find(address, () => findLink(kysely, hashToken(token)));
      if (!link.isInForce) throw linkIsOver();
      const { name, email } = await readUser(kysely, link.userId);
      return { kind: link.kind, name, email, expiresAt: link.expiresAt };
    },

    async setPassword(token, password, address) {
      const found = await guesses.find(address, () => findLink(kysely, hashToken(token)));
      if (!found.isInForce) throw linkIsOver();
      parts.requireNewPassword(password, await readUser(kysely, found.userId));
      const password_hash = await parts.hashPassword(password);
      const user = await commit(async (transaction, publish) => {
        // of two at once the second finds it used
        const link = await findLink(transaction, hashToken(token), 'lock');
        if (!link?.isInForce) throw linkIsOver();
        const owner = await readUser(transaction, link.userId);
        await setPassword(transaction, owner.id, password_hash);
        await parts.endSessions(transaction, publish, owner.id);
        const details = { changed: ['password'], by: link.kind };
        const entry = { action: 'update', noun: 'user', objectId: owner.id, details } as const;
        await writeAudit(transaction, { user: owner, address }, entry);
        return owner;
      });
      if (channels.mailer) leave(send(user, 'changed'));
    },

    async invite(caller, userId, origin) {
      const mailed = channels.mailer !== undefined && publicUrl !== undefined;
      const { user, token, expiresAt } = await commit((transaction) =>
        makeInvitation(transaction, caller, userId, mailed),
      );
      const url = pageOf(publicUrl ?? origin, token);
      if (mailed) leave(send(user, 'invitation', url));
      return { url, expiresAt, mailed };
    },

    invitations: {
      get areSent() {
        return channels.mailer !== undefined && publicUrl !== undefined;
      },
      async makeWithin(within, caller, userIds) {
        const made: Awaited<ReturnType<typeof makeInvitation>>[] = [];
        for (const id of userIds) made.push(await makeInvitation(within, caller, id, true));
        return () => {
          let before: Promise<unknown> = Promise.resolve();
          for (const { user, token } of made) {
            const mail = before.then(() => send(user, 'invitation', pageOf(publicUrl ?? '', token)));
            leave(mail);
            // one that does not get through holds up no other
            before = mail.catch(() => undefined);
          }
        };
      },
    },

    forget: () => forgetLinks(kysely),
  };
}

const linkIsOver = () => new AppError('share-ended', 'this link was used already, or is too old');
