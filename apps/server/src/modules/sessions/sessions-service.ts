import type { Session, SessionEntry, TokenInput, TokenScope } from '@atalaia/contract/accounts/session';
import type { User } from '@atalaia/contract/accounts/user';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller, UserRow } from '../../visibility/caller.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { createSessionAuthenticator, dayMs, type SessionAuthenticator } from './session-authenticator.ts';
import { hashToken, makeToken } from './session-token.ts';
import {
  deleteEndedSessions,
  deleteOwnSession,
  deleteOwnToken,
  deleteSignedInSessions,
  endUnfounded,
  findIdToken,
  findUserInForce,
  holdSignedIn,
  insertSession,
  listSessions,
} from './sessions-queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { createWaysIn, type SignedIn, type SignInPlace, type WaysIn, type WaysInParts } from './ways-in.ts';

export type { SignedIn, SignInPlace } from './ways-in.ts';

export interface SessionsParts extends WaysInParts {
  readonly commit: Commit;
  readonly limits: WaysInParts['limits'] & Pick<SignInLimits, 'clean'>;
  /** Keeps what a provider gave for its sign-out. */
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'opens'>;
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

export interface SessionsService extends SessionAuthenticator, WaysIn {
  /** What the provider gave for its sign-out, where the caller's session came from one. */
  idTokenOf(caller: Caller): Promise<string | undefined>;
  describe(caller: Caller): Promise<Session>;
  /**
   * Opens a session of a user whom the caller manages, as clients of the field do to look through his eyes; noted in the
   * audit. It ends with the caller's own session, and with his right to it. Throws `not-found`, and `forbidden` for an
   * administrator's account and for anybody who came with a program's token.
   */
  signInAs(caller: Caller, userId: number, userAgent: string | null): Promise<Session & { token: string }>;
  /**
   * Ends the session the caller came with, and that of the cookie which came along. A token made for a program is no
   * session: libraries of the field end their session after every subscription, and would lose it (`end` revokes it).
   */
  signOut(caller: Caller, cookieToken: string | undefined): Promise<void>;
  /**
   * A token for a program, to be carried like a session's; it ends at the instant given.
   * Throws `invalid-input` for an instant past or too far ahead, `forbidden` for anybody who came with such a token
   * himself, `delegated-session` for who looks through another's eyes.
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

/** Ten years, with their leap days. */
const longestTokenDays = 3653;

export function createSessionsService(parts: SessionsParts): SessionsService {
  const { kysely, commit, devices, sessionDays, describeUser, countVisibleDevices } = parts;
  const { viewerFor, signedIn } = parts;

  async function describe(user: UserRow, token: string | null, needsSecondFactor: boolean): Promise<Session> {
    const viewer = { userId: user.id, administrator: user.administrator };
    const [described, deviceCount] = await Promise.all([describeUser(user.id), countVisibleDevices(viewer)]);
    return { ...described, token, deviceCount, needsSecondFactor };
  }

  /** Opens a session of who showed all that he must; `by`: what beside the password. */
  async function open(
    user: UserRow,
    { address, userAgent }: SignInPlace,
    by: string | null,
    device: string,
    idToken?: string,
  ): Promise<SignedIn> {
    const token = makeToken();
    await commit(async (transaction) => {
      await insertSession(transaction, {
        ...{ tokenHash: hashToken(token), userId: user.id, until: sessionDays, address, userAgent },
        secondFactor: by,
        idToken: idToken === undefined ? null : parts.secrets.seal(idToken),
      });
      const details = { ...(by !== null && { by }), ...(idToken !== undefined && { provider: 'openid' }) };
      const entry = { action: 'sign-in', noun: 'session', objectId: user.id, details } as const;
      await writeAudit(transaction, { user, address }, entry);
    });
    signedIn(user, address);
    const needs = by === null && (await parts.isFactorRequired(user));
    const session = { ...(await describe(user, token, needs)), token };
    return { session, deviceCookie: devices.write(device) };
  }

  return {
    ...createSessionAuthenticator(parts),

    ...createWaysIn(parts, open),

    async idTokenOf({ session }) {
      const hash = session && Buffer.from(session.tokenHash, 'base64url');
      const sealed = hash && (await findIdToken(kysely, hash));
      return sealed && parts.secrets.opens(sealed) ? parts.secrets.open(sealed) : undefined;
    },

    describe: (caller) => describe(caller.user, null, caller.needsSecondFactor ?? false),

    async signInAs(caller, userId, userAgent) {
      if (caller.session?.kind === 'token') throw new AppError('forbidden', 'a token opens no session');
      const viewer = await viewerFor(caller, String(userId));
      const user = viewer.userId === caller.userId ? undefined : await findUserInForce(kysely, userId);
      if (!user) throw notFound('user', userId);
      const token = makeToken();
      await commit(async (transaction) => {
        const { address } = caller;
        const until = sessionDays;
        await insertSession(transaction, {
          ...{ tokenHash: hashToken(token), userId, until, address, userAgent },
          // who looks through his eyes showed his own
          secondFactor: 'delegated',
          opener: {
            userId: caller.userId,
            tokenHash: caller.session ? Buffer.from(caller.session.tokenHash, 'base64url') : null,
          },
        });
        await writeAudit(transaction, caller, { action: 'sign-in-as', noun: 'session', objectId: userId });
      });
      return { ...(await describe(user, token, false)), token };
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
        await endUnfounded(transaction, publish);
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
        await endUnfounded(transaction, publish);
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
        await endUnfounded(transaction, publish);
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
  if (caller.session?.isDelegated)
    throw new AppError('delegated-session', 'only the user himself makes a token that acts as he');
  const endsMs = Date.parse(expiration);
  if (endsMs <= Date.now() || endsMs > Date.now() + longestTokenDays * dayMs) {
    const message = `must lie ahead, by at most ${longestTokenDays} days`;
    throw fieldRefusal('invalid-input', { path: 'expiration', message });
  }
  const token = makeToken();
  await commit(async (transaction) => {
    const { userId, address, session } = caller;
    // a key outlives what it was made with: who is being signed out everywhere makes none
    if (!(await holdSignedIn(transaction, userId, session && Buffer.from(session.tokenHash, 'base64url'))))
      throw new AppError('unauthenticated', 'sign in first');
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
