/** Setting a password by a link: of who forgot his, by mail; of who was just made, handed over (IDP-03). */
import type { AccountLink, Invitation } from '@atalaia/contract/accounts/account-link';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import { nextTryMs, tooManyAttempts } from '../../platform/outbound/delivery-back-off.ts';
import type { Mail } from '../../platform/outbound/mail/mailer.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import type { Caller, UserRow } from '../../visibility/caller.ts';
import type { LinkGuesses } from '../sessions/link-guesses-service.ts';
import {
  askReset,
  claimMail,
  endAsked,
  endMail,
  endOverdueMails,
  findByName,
  findLink,
  forgetLinks,
  giveBackMails,
  insertInvitation,
  type LinkKind,
  readUser,
  setPassword,
  takeAsked,
} from './account-links-queries.ts';
import type { AccountMails } from './account-mails.ts';

export interface AccountLinksParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly channels: Pick<Channels, 'mailer'>;
  readonly mails: Pick<AccountMails, 'leave' | 'tellChanged' | 'writeLink'>;
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
   * Notes that a link was asked for, whether or not there is such an account: the caller learns nothing of that, nor by the time
   * it takes. Throws `channel-not-set-up` and `too-many-requests`.
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
  };
  /**
   * The job that looks up who asked for a link and sends what waits, one after the other. An invitation leaves once at most; a
   * link for a new password is sent again where a process left it undone, up to six times. What did not leave is noted and is
   * in the audit.
   */
  sendDue(signal: AbortSignal): Promise<void>;
  /** Deletes links that ended long ago. Called on a timer. */
  forget(): Promise<void>;
}

/** What was claimed so long ago is not sent any more: the process was stopped in between. */
const freshMs = 30_000;
/** And by then it may have left. */
const forgottenMs = 120_000;

export function createAccountLinksService(parts: AccountLinksParts): AccountLinksService {
  const { kysely, commit, channels, publicUrl, makeToken, hashToken, guesses } = parts;
  const { leave, tellChanged } = parts.mails;
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
    const link = { tokenHash: hashToken(token), userId, mail, authorId: caller.userId };
    const expiresAt = await insertInvitation(within, link);
    await writeAudit(within, caller, { action: 'invite', noun: 'user', objectId: userId });
    return { user, token, expiresAt };
  }

  const mails = createLinkMails(parts, pageOf);

  return {
    async requestReset(name, address) {
      if (!channels.mailer || publicUrl === undefined)
        throw new AppError('channel-not-set-up', 'mail is not set up on this server');
      await parts.bounds.countReset(address);
      await askReset(kysely, { tokenHash: hashToken(makeToken()), name, address });
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
      tellChanged(user);
    },

    async invite(caller, userId, origin) {
      const mailed = mails.areSent();
      const { user, token, expiresAt } = await commit((transaction) =>
        makeInvitation(transaction, caller, userId, mailed ? 'leaves' : 'none'),
      );
      const url = pageOf(publicUrl ?? origin, token);
      if (mailed) leave(mails.mail(user, token, 'invitation'));
      return { url, expiresAt, mailed };
    },

    invitations: {
      get areSent() {
        return mails.areSent();
      },
      async makeWithin(within, caller, userIds) {
        for (const id of userIds) await makeInvitation(within, caller, id, 'waits');
      },
    },

    sendDue: mails.sendDue,
    forget: () => forgetLinks(kysely),
  };
}

/** Looks up the account of the next link that was asked for; whether there was one. */
function lookUpNext({ commit, bounds }: AccountLinksParts): Promise<boolean> {
  /** By account: a transaction that is done again counts once. */
  const counted = new Map<number, boolean>();
  const mayReset = async (userId: number) => {
    const may = counted.get(userId) ?? (await bounds.mayReset(userId));
    counted.set(userId, may);
    return may;
  };
  return commit(async (transaction) => {
    const asked = await takeAsked(transaction);
    if (!asked) return false;
    const user = await findByName(transaction, asked.name);
    const mails = user !== undefined && (await mayReset(user.id));
    await endAsked(transaction, asked.tokenHash, mails ? user.id : undefined);
    if (mails) {
      const entry = { action: 'reset-asked', noun: 'user', objectId: user.id } as const;
      await writeAudit(transaction, { address: asked.address }, entry);
    }
    return true;
  });
}

/** Links on their way: each token leaves once at most, and what did not leave is noted. */
function createLinkMails(parts: AccountLinksParts, pageOf: (origin: string, token: string) => string) {
  const { kysely, commit, channels, publicUrl, makeToken, hashToken, mails } = parts;
  /** Claimed ones that certainly did not leave: they are given back as soon as the database takes it. */
  const unsent: Buffer[] = [];
  const areSent = () => channels.mailer !== undefined && publicUrl !== undefined;

  async function giveBackUnsent(): Promise<void> {
    if (unsent.length === 0) return;
    await giveBackMails(kysely, unsent);
    unsent.length = 0;
  }

  const notSent = (within: Kysely<Schema>, { userId, kind }: MailedLink, state: string, error: string) =>
    writeAudit(
      within,
      { address: null },
      { action: `${kind}-${state}`, noun: 'user', objectId: userId, details: { error } },
    );

  async function endUnsent(
    link: MailedLink,
    tokenHash: Buffer,
    state: 'failed' | 'unsure',
    error: string,
  ): Promise<void> {
    await commit(async (transaction) => {
      if (await endMail(transaction, tokenHash, { state, error }))
        await notSent(transaction, link, state, error);
    });
  }

  /** What fails here certainly did not leave. */
  async function writeMail(user: UserRow, token: string, kind: LinkKind): Promise<Mail> {
    try {
      return await mails.writeLink(user, kind, pageOf(publicUrl ?? '', token));
    } catch (cause) {
      throw new DeliveryFailed(`the mail was not written: ${String(cause)}`, {
        certainlyNotSent: true,
        cause,
      });
    }
  }

  async function mailLink(user: UserRow, token: string, kind: LinkKind, claimed?: Claimed): Promise<void> {
    const tokenHash = hashToken(token);
    try {
      const mail = await writeMail(user, token, kind);
      const { mailer } = channels;
      if (claimed && !(mailer && performance.now() - claimed.atMs <= freshMs)) {
        unsent.push(tokenHash);
        return;
      }
      if (!mailer) throw new DeliveryFailed('mail is not set up', { certainlyNotSent: true });
      await mailer.send(mail);
    } catch (thrown) {
      const failure = thrown instanceof DeliveryFailed ? thrown : undefined;
      const error = String(failure?.message ?? thrown);
      if (!claimed || !failure?.mayRepeat || tooManyAttempts(claimed.tries))
        return endUnsent(
          { userId: user.id, kind },
          tokenHash,
          failure?.certainlyNotSent ? 'failed' : 'unsure',
          error,
        );
      const dueMs = nextTryMs(Date.now(), claimed.tries, failure.retryAfterMs);
      await endMail(kysely, tokenHash, { state: 'waiting', error, dueMs }).catch((away: unknown) => {
        unsent.push(tokenHash);
        throw away;
      });
      return;
    }
    await endMail(kysely, tokenHash, { state: 'sent' });
  }

  /** Marked as leaving; without its user where it may be sent no more. */
  async function claimNext() {
    const token = makeToken();
    const tokenHash = hashToken(token);
    const atMs = performance.now();
    try {
      const claimed = await claimMail(kysely, tokenHash);
      if (!claimed) return undefined;
      const link = await findLink(kysely, tokenHash);
      const user = link?.isInForce ? await readUser(kysely, link.userId) : undefined;
      return { ...claimed, token, tokenHash, atMs, link, user };
    } catch (error) {
      unsent.push(tokenHash);
      throw error;
    }
  }

  /** Whether there was one. */
  async function sendNext(): Promise<boolean> {
    const next = await claimNext();
    if (!next) return false;
    if (next.user) await mailLink(next.user, next.token, next.kind, next);
    // else he was removed or changed, or invited anew
    else if (next.link) await endUnsent(next.link, next.tokenHash, 'failed', 'ended');
    return true;
  }

  return {
    areSent,
    mail: mailLink,
    async sendDue(signal: AbortSignal): Promise<void> {
      await giveBackUnsent();
      await commit(async (transaction) => {
        for (const ended of await endOverdueMails(transaction, forgottenMs))
          await notSent(transaction, ended, ended.state, ended.error);
      });
      try {
        // one that does not get through holds up no other
        while (!signal.aborted && areSent() && ((await lookUpNext(parts)) || (await sendNext())));
      } finally {
        await giveBackUnsent();
      }
    },
  };
}

interface MailedLink {
  readonly userId: number;
  readonly kind: LinkKind;
}

/** One of those that may be repeated: how often it was tried, and since when it is marked as leaving. */
interface Claimed {
  readonly tries: number;
  readonly atMs: number;
}

const linkIsOver = () => new AppError('share-ended', 'this link was used already, or is too old');
