import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import { isInForce, type UserRow } from '../../visibility/caller.ts';
import { isImported, type PasswordHasher } from './password-hash.ts';
import { findUserByName, findUserInForce } from './sessions-queries.ts';
import { replacePasswordHash } from './sign-in-attempts-queries.ts';
import type { SignInAttempt, SignInLimits, SignInOrigin } from './sign-in-limits.ts';

export interface PasswordCheckParts {
  readonly kysely: Kysely<Schema>;
  readonly hasher: PasswordHasher;
  readonly limits: SignInLimits;
}

/** Judges a name and a password. */
export interface PasswordCheck {
  /**
   * The user with his attempt, which counts as failed until the caller settles it; or undefined: after the same work and
   * without a word whether there is no such user, the password is wrong, or the account is disabled or expired (AUTH-03).
   * Throws `too-many-requests`.
   */
  begin(name: string, password: string, from: SignInOrigin): Promise<RightPassword | undefined>;
  /** Throws `current-password-wrong` unless it is this user's, who is signed in, and `too-many-requests` as signing in does. */
  confirm(user: UserRow, password: string, address: string): Promise<void>;
  /** The user, remembering a success for some minutes: Basic sends the password with every request. */
  checkOften(name: string, password: string, address: string): Promise<UserRow | undefined>;
}

export interface RightPassword {
  readonly user: UserRow;
  readonly attempt: SignInAttempt;
}

const rememberedMs = 5 * 60_000;
const mostRemembered = 1_000;

export function createPasswordCheck({ kysely, hasher, limits }: PasswordCheckParts): PasswordCheck {
  // Keyed by a secret of this process: what is kept in memory gives no password away.
  const secret = randomBytes(32);
  const remembered = new LRUCache<string, { userId: number; passwordHash: string }>({
    max: mostRemembered,
    ttl: rememberedMs,
  });

  /** Whether it is right; the attempt is taken back where it came to no judgement. */
  async function verify(
    attempt: SignInAttempt,
    password: string,
    hash: string | undefined,
  ): Promise<boolean> {
    try {
      return await hasher.verify(password, hash, attempt.turn);
    } catch (error) {
      // where the database is away it stays counted, which errs on the safe side
      await attempt.withdraw().catch(() => undefined);
      throw error;
    }
  }

  /** An imported password gets the form of ours; where many sign in at once, at a later time. */
  async function hashAnew(user: UserRow, password: string) {
    try {
      await replacePasswordHash(kysely, user, await hasher.hash(password));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async function begin(typed: string, password: string, from: SignInOrigin) {
    // one form for limit and search: blanks and case around a name must not make another account of it
    const name = typed.trim().toLowerCase();
    const attempt = await limits.attempt(name, from);
    const user = await findUserByName(kysely, name).catch(async (error: unknown) => {
      await attempt.withdraw().catch(() => undefined);
      throw error;
    });
    const isRight = await verify(attempt, password, user?.password_hash);
    if (user && isRight && isInForce(user)) {
      if (isImported(user.password_hash)) await hashAnew(user, password);
      return { user, attempt };
    }
    const { address } = from;
    const line = { action: 'sign-in-refused', noun: 'session', objectId: user?.id } as const;
    await writeAudit(kysely, { address }, line);
    return undefined;
  }

  return {
    begin,
    async confirm(user, password, address) {
      const attempt = await limits.attempt(user.email.toLowerCase(), { address });
      if (await verify(attempt, password, user.password_hash)) return attempt.succeeded();
      const details = { path: 'currentPassword', message: 'is not the password that holds' };
      throw fieldRefusal('current-password-wrong', details);
    },
    async checkOften(name, password, address) {
      const key = createHmac('sha256', secret).update(`${name}\0${password}`).digest('base64');
      const known = remembered.get(key);
      const current = known && (await findUserInForce(kysely, known.userId));
      // a password that was changed meanwhile has another hash
      if (current && current.password_hash === known?.passwordHash) return current;
      const right = await begin(name, password, { address });
      if (!right) return undefined;
      await right.attempt.succeeded();
      const { user } = right;
      remembered.set(key, { userId: user.id, passwordHash: user.password_hash });
      return findUserInForce(kysely, user.id);
    },
  };
}
