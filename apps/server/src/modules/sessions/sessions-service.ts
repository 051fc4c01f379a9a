import type { Session, SessionEntry, TokenInput, TokenScope } from '@atalaia/contract/accounts/session';
import type { User } from '@atalaia/contract/accounts/user';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller, UserRow } from '../../visibility/caller.ts';
import type { Viewer } from '../../visibility/visible.ts';
import type { DeviceCookies } from './device-cookie.ts';
import type { PasswordCheck } from './password-check.ts';
import { createSessionAuthenticator, dayMs, type SessionAuthenticator } from './session-authenticator.ts';
import { hashToken, makeToken } from './session-token.ts';
import {
  deleteEndedSessions,
  deleteOwnSession,
  deleteOwnToken,
  deleteSignedInSessions,
  findUserInForce,
  insertSession,
  listSessions,
} from './sessions-queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';

export interface SessionsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly passwords: PasswordCheck;
  readonly limits: Pick<SignInLimits, 'clean'>;
  readonly devices: DeviceCookies;
  /** Days after which an unused session ends. */
  readonly sessionDays: number;
  /** The contract's User. */
  readonly describeUser: (userId: number) => Promise<User>;
  readonly countVisibleDevices: (viewer: Viewer) => Promise<number>;
  /** Through whose eyes a user whom the caller manages sees. */
  readonly viewerFor: (caller: Viewer, userId: string | undefined) => Promise<Viewer>;
  /** Called with everybody who signed in; it returns at once (FLT-02). */
  readonly signedIn: (user: UserRow, address: string) => void;
}

export interface SessionsService extends SessionAuthenticator {
  /** Opens a session. Throws `invalid-credentials`, or `too-many-requests`. */
  signIn(name: string, password: string, from: SignInPlace): Promise<SignedIn>;
  describe(caller: Caller): Promise<Session>;
  /**
   * Opens a session of a user whom the caller manages, as clients of the field do to look through his eyes; noted in the
   * audit. Throws `not-found`, and `forbidden` for an administrator's account and for anybody who came with a program's token.
   */
  signInAs(caller: Caller, userId: number, userAgent: string | null): Promise<Session & { token: string }>;
  /**
   * Ends the session the caller came with, and that of the cookie which came along. A token made for a program is no
   * session: libraries of the field end their session after every subscription, and would lose it (`end` revokes it).
   */
  signOut(caller: Caller, cookieToken: string | undefined): Promise<void>;
  /**
   * A token for a program, to be carried like a session's; it ends at the instant given.
   * Throws `invalid-input` for an instant past or too far ahead, `forbidden` for anybody who came with such a token himself.
   */
  makeToken(caller: Caller, input: TokenInput, userAgent: string | null): Promise<string>;
  /** Ends a token of the caller's own at once. Throws `not-found`. */
  revokeToken(caller: Caller, token: string): Promise<void>;
  /** The caller's own sessions and tokens. */
  list(caller: Caller): Promise<SessionEntry[]>;
  /** Ends one of them at once. Throws `not-found`. */
  end(caller: Caller, id: number): Promise<void>;
  /** Deletes failed attempts to sign in that count no longer. Called on a timer. */
  forgetAttempts(): Promise<void>;
  /** Ends what ran out: sessions, and those of accounts that are disabled or expired. Called on a timer. */
  endExpired(): Promise<void>;
}

export interface SignInPlace {
  readonly address: string;
  readonly userAgent: string | null;
  /** As the browser sent it. */
  readonly deviceCookie?: string | undefined;
}

export interface SignedIn {
  readonly session: Session & { token: string };
  /** For the browser, so that it is known when it signs in again. */
  readonly deviceCookie: string;
}

/** Ten years, with their leap days. */
const longestTokenDays = 3653;

export function createSessionsService(parts: SessionsParts): SessionsService {
  const { kysely, commit, passwords, devices, sessionDays, describeUser, countVisibleDevices } = parts;
  const { viewerFor, signedIn } = parts;

  async function describe(user: UserRow, token: string | null): Promise<Session> {
    const viewer = { userId: user.id, administrator: user.administrator };
    const [described, deviceCount] = await Promise.all([describeUser(user.id), countVisibleDevices(viewer)]);
    return { ...described, token, deviceCount };
  }

  return {
    ...createSessionAuthenticator(parts),

    async signIn(name, password, { address, userAgent, deviceCookie }) {
      const known = devices.read(deviceCookie);
      const right = await passwords.begin(name, password, { address, device: known });
      if (!right) throw new AppError('invalid-credentials', 'wrong name or password');
      const { user, attempt } = right;
      const device = known ?? devices.make();
      await attempt.succeeded(device);
      const token = makeToken();
      await commit(async (transaction) => {
        const session = {
          tokenHash: hashToken(token),
          userId: user.id,
          until: sessionDays,
          address,
          userAgent,
        };
        await insertSession(transaction, session);
        await writeAudit(
          transaction,
          { user, address },
          { action: 'sign-in', noun: 'session', objectId: user.id },
        );
      });
      signedIn(user, address);
      const session = { ...(await describe(user, token)), token };
      return { session, deviceCookie: devices.write(device) };
    },

    describe: (caller) => describe(caller.user, null),

    async signInAs(caller, userId, userAgent) {
      if (caller.session?.kind === 'token') throw new AppError('forbidden', 'a token opens no session');
      const viewer = await viewerFor(caller, String(userId));
      const user = viewer.userId === caller.userId ? undefined : await findUserInForce(kysely, userId);
      if (!user) throw notFound('user', userId);
      const token = makeToken();
      await commit(async (transaction) => {
        const { address } = caller;
        const until = sessionDays;
        await insertSession(transaction, { tokenHash: hashToken(token), userId, until, address, userAgent });
        await writeAudit(transaction, caller, { action: 'sign-in-as', noun: 'session', objectId: userId });
      });
      return { ...(await describe(user, token)), token };
    },

    async signOut(caller, cookieToken) {
      const { userId, session } = caller;
      const carried = [
        ...(session ? [Buffer.from(session.tokenHash, 'base64url')] : []),
        ...(cookieToken ? [hashToken(cookieToken)] : []),
      ];
      if (carried.length === 0) return;
      await commit(async (transaction, publish) => {
        const ended = await deleteSignedInSessions(transaction, userId, carried);
        if (ended.length === 0) return;
        await writeAudit(transaction, caller, { action: 'sign-out', noun: 'session', objectId: userId });
        for (const hash of ended) publish('signedOut', { userId, tokenHash: hash.toString('base64url') });
      });
    },

    makeToken: (caller, input, userAgent) => makeProgramToken(commit, caller, input, userAgent),

    ...createEntries(parts),

    forgetAttempts: parts.limits.clean,

    async endExpired() {
      await commit(async (transaction, publish) => {
        for (const { userId, tokenHash } of await deleteEndedSessions(transaction)) {
          publish('signedOut', { userId, tokenHash: tokenHash.toString('base64url') });
        }
      });
    },
  };
}

/** One's own sessions and tokens, as they are listed and ended. */
function createEntries({
  kysely,
  commit,
}: SessionsParts): Pick<SessionsService, 'list' | 'end' | 'revokeToken'> {
  return {
    async revokeToken(caller, token) {
      const { userId } = caller;
      const hash = hashToken(token);
      await commit(async (transaction, publish) => {
        if (!(await deleteOwnToken(transaction, userId, hash)))
          throw new AppError('not-found', 'no token of yours is this one');
        await writeAudit(transaction, caller, { action: 'remove', noun: 'token', objectId: userId });
        publish('signedOut', { userId, tokenHash: hash.toString('base64url') });
      });
    },

    async list({ userId, session }) {
      const rows = await listSessions(kysely, userId);
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind === 'token' ? 'token' : 'session',
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        address: row.address,
        userAgent: row.user_agent,
        name: row.name,
        scopes: row.scopes as TokenScope[] | null,
        lastUsedAt: row.last_used_at,
        current: row.token_hash.toString('base64url') === session?.tokenHash,
      }));
    },

    async end(caller, id) {
      const { userId } = caller;
      await commit(async (transaction, publish) => {
        const hash = await deleteOwnSession(transaction, userId, id);
        if (!hash) throw notFound('session', id);
        await writeAudit(transaction, caller, { action: 'sign-out', noun: 'session', objectId: userId });
        publish('signedOut', { userId, tokenHash: hash.toString('base64url') });
      });
    },
  };
}

async function makeProgramToken(
  commit: Commit,
  caller: Caller,
  { expiration, name, scopes }: TokenInput,
  userAgent: string | null,
): Promise<string> {
  if (caller.session?.kind === 'token') {
    throw new AppError('forbidden', 'a token makes no other: sign in with the password');
  }
  const endsMs = Date.parse(expiration);
  if (endsMs <= Date.now() || endsMs > Date.now() + longestTokenDays * dayMs) {
    const message = `must lie ahead, by at most ${longestTokenDays} days`;
    throw fieldRefusal('invalid-input', { path: 'expiration', message });
  }
  const token = makeToken();
  await commit(async (transaction) => {
    const { userId, address } = caller;
    const until = new Date(endsMs);
    const tokenHash = hashToken(token);
    const bound = { name: name ?? null, scopes: scopes ? [...new Set(scopes.split(','))] : null };
    await insertSession(transaction, {
      tokenHash,
      userId,
      until,
      kind: 'token',
      address,
      userAgent,
      ...bound,
    });
    const details = { expiration: until.toISOString(), ...bound };
    await writeAudit(transaction, caller, { action: 'create', noun: 'token', objectId: userId, details });
  });
  return token;
}
