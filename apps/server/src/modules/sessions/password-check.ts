import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { UserRow } from '../../visibility/caller.ts';
import type { PasswordHasher } from './password-hash.ts';
import { findUserByName, findUserInForce } from './sessions-queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';

export interface PasswordCheckParts {
  readonly kysely: Kysely<Schema>;
  readonly hasher: PasswordHasher;
  readonly limits: SignInLimits;
}

/** Judges a name and a password. */
export interface PasswordCheck {
  /**
   * The user, or undefined: after the same work and without a word whether there is no such user, the password is wrong,
   * or the account is disabled or expired (AUTH-03). Throws `too-many-requests`.
   */
  check(name: string, password: string, address: string): Promise<UserRow | undefined>;
  /** The same, remembering a success for some minutes: Basic sends the password with every request. */
  checkOften(name: string, password: string, address: string): Promise<UserRow | undefined>;
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

  async function check(typed: string, password: string, address: string): Promise<UserRow | undefined> {
    // one form for limit and search: blanks and case around a name must not make another account of it
    const name = typed.trim().toLowerCase();
    const attempt = await limits.attempt(name, address);
    try {
      const user = await findUserByName(kysely, name);
      const isRight = await hasher.verify(password, user?.password_hash);
      if (user && isRight && isInForce(user)) {
        await attempt.succeeded();
        return user;
      }
      await writeAudit(
        kysely,
        { address },
        { action: 'sign-in-refused', noun: 'session', objectId: user?.id },
      );
      return undefined;
    } catch (error) {
      // where the database is away it stays counted, which errs on the safe side
      await attempt.withdraw().catch(() => undefined);
      throw error;
    }
  }

  return {
    check,
    async checkOften(name, password, address) {
      const key = createHmac('sha256', secret).update(`${name}\0${password}`).digest('base64');
      const known = remembered.get(key);
      const current = known && (await findUserInForce(kysely, known.userId));
      // a password that was changed meanwhile has another hash
      if (current && current.password_hash === known?.passwordHash) return current;
      const user = await check(name, password, address);
      if (!user) return undefined;
      remembered.set(key, { userId: user.id, passwordHash: user.password_hash });
      return findUserInForce(kysely, user.id);
    },
  };
}

function isInForce(user: UserRow): boolean {
  return !user.disabled && (user.expiration_time === null || Date.parse(user.expiration_time) > Date.now());
}
