/** Setting a password by a link: of who forgot his, by mail; of who was just made, handed over (IDP-03). */
import type { AccountLink, Invitation } from '@atalaia/contract/accounts/account-link';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import { nextTryMs, tooManyAttempts } from '../../platform/outbound/delivery-back-off.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import type { Caller, UserRow } from '../../visibility/caller.ts';
import type { LinkGuesses } from '../sessions/link-guesses-service.ts';
import {
  claimMail,
  endMail,
  endOverdueMails,
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
    /** Part of another write: their mails wait from then on. */
    makeWithin(within: Kysely<Schema>, caller: Caller, userIds: readonly number[]): Promise<void>;
    /** The job that sends them, one after the other, each once at most; what did not leave is noted and is in the audit. */
    sendDue(signal: AbortSignal): Promise<void>;
  };
  /** Deletes links that ended long ago. Called on a timer. */
  forget(): Promise<void>;
}

const resetHours = 1;
const invitationHours = 7 * 24;
/** What was marked as leaving so long ago is not sent any more, and may have left. */
const forgottenMs = 120_000;

export function createAccountLinksService(parts: AccountLinksParts): AccountLinksService {
  const { kysely, commit, channels, publicUrl, makeToken, hashToken, guesses } = parts;
  const { leave, send } = parts.mails;
  const pageOf = (origin: string, token: string) => `${origin}/access#${token}`;

  /** A new one, and the user it is for. */
  async function makeInvitation(
    within: Kysely<Schema>,
    caller: Caller,
    userId: number,
    mail: 'none' | 'leaves' | 'waits',
  ) {
    const token = makeToken();
    const user = await parts.lockWritable(within, caller, userId);
    if (userId === caller.userId) throw new AppError('forbidden', 'nobody invites himself');
    const expiresAt = await insertLink(within, {
      ...{ tokenHash: hashToken(token), userId, kind: 'invitation', hours: invitationHours },
      ...{ mail, authorId: caller.userId },
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
        mail: 'leaves',
      });
      await writeAudit(transaction, { address }, { action: 'reset-asked', noun: 'user', objectId: user.id });
    });
    await send(user, 'reset', pageOf(publicUrl ?? '', token));
  }

  const mails = createInvitationMails(parts, pageOf);

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
        makeInvitation(transaction, caller, userId, mailed ? 'leaves' : 'none'),
      );
      const url = pageOf(publicUrl ?? origin, token);
      if (mailed) leave(mails.mail(user, token));
      return { url, expiresAt, mailed };
    },

    invitations: {
      get areSent() {
        return channels.mailer !== undefined && publicUrl !== undefined;
      },
      async makeWithin(within, caller, userIds) {
        for (const id of userIds) await makeInvitation(within, caller, id, 'waits');
      },
      sendDue: mails.sendDue,
    },

    forget: () => forgetLinks(kysely),
  };
}

/** Invitations on their way: each leaves once at most, and what did not leave is noted. */
function createInvitationMails(
  { kysely, commit, channels, publicUrl, makeToken, hashToken, mails: { send } }: AccountLinksParts,
  pageOf: (origin: string, token: string) => string,
) {
  const notSent = (within: Kysely<Schema>, userId: number, state: 'failed' | 'unsure', error: string) =>
    writeAudit(
      within,
      { address: null },
      { action: `invitation-${state}`, noun: 'user', objectId: userId, details: { error } },
    );

  async function endUnsent(userId: number, tokenHash: Buffer, state: 'failed' | 'unsure', error: string) {
    await commit(async (transaction) => {
      if (await endMail(transaction, tokenHash, { state, error }))
        await notSent(transaction, userId, state, error);
    });
  }

  /** Where it may be repeated, `tries` are those that were made. */
  async function mailInvitation(user: UserRow, token: string, tries?: number): Promise<void> {
    const tokenHash = hashToken(token);
    try {
      await send(user, 'invitation', pageOf(publicUrl ?? '', token));
    } catch (thrown) {
      const failure = thrown instanceof DeliveryFailed ? thrown : undefined;
      const error = String(failure?.message ?? thrown);
      if (tries === undefined || !failure?.mayRepeat || tooManyAttempts(tries))
        return endUnsent(user.id, tokenHash, failure?.certainlyNotSent ? 'failed' : 'unsure', error);
      const dueMs = nextTryMs(Date.now(), tries, failure.retryAfterMs);
      await endMail(kysely, tokenHash, { state: 'waiting', error, dueMs });
      return;
    }
    await endMail(kysely, tokenHash, { state: 'sent' });
  }

  /** Whether there was one. */
  async function sendNext(): Promise<boolean> {
    const token = makeToken();
    const tokenHash = hashToken(token);
    const claimed = await claimMail(kysely, tokenHash, invitationHours);
    if (!claimed) return false;
    const link = await findLink(kysely, tokenHash);
    // he was removed, or invited anew
    if (!link) return true;
    if (link.isInForce) await mailInvitation(await readUser(kysely, link.userId), token, claimed.tries);
    else await endUnsent(link.userId, tokenHash, 'failed', 'ended');
    return true;
  }

  return {
    mail: mailInvitation,
    async sendDue(signal: AbortSignal): Promise<void> {
      await commit(async (transaction) => {
        for (const { userId, state, error } of await endOverdueMails(transaction, forgottenMs))
          await notSent(transaction, userId, state, error);
      });
      if (!channels.mailer || publicUrl === undefined) return;
      // one that does not get through holds up no other
      while (!signal.aborted && (await sendNext()));
    },
  };
}

const linkIsOver = () => new AppError('share-ended', 'this link was used already, or is too old');
