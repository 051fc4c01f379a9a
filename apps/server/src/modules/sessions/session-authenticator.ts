/** Who a request comes from: by the token of a session, or by name and password. */
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Authenticator } from '../../platform/http/authentication.ts';
import type { Caller, CallerSession, UserRow } from '../../visibility/caller.ts';
import type { SecondFactorService } from '../second-factor/second-factor-service.ts';
import type { FactorRequirement } from './factor-requirement.ts';
import type { PasswordCheck } from './password-check.ts';
import { hashToken } from './session-token.ts';
import { createSessionLookup, noteUse, prolongSession, type SessionUser } from './sessions-queries.ts';

export interface SessionAuthenticator extends Authenticator {
  /** Whose session this token's hash (base64url) is of, with the rights of this moment; undefined when it is over. */
  byHash(tokenHash: string): Promise<SessionCaller | undefined>;
}

export type SessionCaller = Pick<Caller, 'userId' | 'administrator' | 'user'> & {
  readonly session: CallerSession;
};

export interface SessionAuthenticatorParts {
  readonly kysely: Kysely<Schema>;
  readonly passwords: PasswordCheck;
  readonly isFactorRequired: FactorRequirement;
  readonly factors: Pick<SecondFactorService, 'methodsOf'>;
  /** People sign in at an OpenID Connect provider alone, but administrators. */
  readonly isProviderForced: boolean;
  /** Days after which an unused session ends. */
  readonly sessionDays: number;
}

export const dayMs = 86_400_000;
/** A session is prolonged when a tenth of its time is used, so that most requests only read. */
const freshShare = 0.9;

export function createSessionAuthenticator({
  kysely,
  passwords,
  isFactorRequired,
  factors,
  isProviderForced,
  sessionDays,
}: SessionAuthenticatorParts): SessionAuthenticator {
  const findSession = createSessionLookup(kysely);
  return {
    async byHash(tokenHash) {
      const found = await findSession(Buffer.from(tokenHash, 'base64url'));
      return found && sessionCaller(found, tokenHash, Date.parse(found.expiresAt));
    },

    async byToken(token, via, address) {
      const tokenHash = hashToken(token);
      const found = await findSession(tokenHash);
      if (!found) return undefined;
      const { user } = found;
      if (found.kind === 'token' && found.isUseUnknown) await noteUse(kysely, tokenHash);
      let endsMs = Date.parse(found.expiresAt);
      if (found.kind === 'session' && endsMs - Date.now() < sessionDays * dayMs * freshShare) {
        await prolongSession(kysely, tokenHash, sessionDays);
        endsMs = Date.now() + sessionDays * dayMs;
      }
      const isAsked = found.kind === 'session' && found.secondFactor === null;
      const needsSecondFactor = isAsked && (await isFactorRequired(user, found.asking));
      const caller = sessionCaller(found, tokenHash.toString('base64url'), endsMs);
      return { ...caller, address, via, needsSecondFactor };
    },

    async byPassword(name, password, address) {
      const user = await passwords.checkOften(name, password, address);
      if (!user) return undefined;
      if (isProviderForced && !user.administrator) throw passwordsOff();
      const methods = await factors.methodsOf(user.id);
      // a password alone, sent with every request, would pass the second factor by: a program gets a token
      if (methods.length > 0) throw secondFactorNeeded(methods);
      return {
        userId: user.id,
        administrator: user.administrator,
        user,
        address,
        via: 'basic',
        session: undefined,
        needsSecondFactor: await isFactorRequired(user),
      };
    },
  };
}

/** Said to who has a right password or a passkey, and to nobody else. */
export function passwordsOff(): AppError {
  return new AppError('passwords-off', 'people sign in at the OpenID Connect provider here');
}

/** The code goes as `code` beside the password; apps of the field go by the header that comes with it. */
export function secondFactorNeeded(methods: readonly string[]): AppError {
  return new AppError('second-factor-needed', 'the password is not enough for this account', { methods });
}

function sessionCaller(
  { user, kind, scopes, isDelegated }: SessionUser,
  tokenHash: string,
  endsMs: number,
): SessionCaller {
  const { id: userId, administrator } = user;
  const expiresMs = Math.min(endsMs, accountEndMs(user));
  return { userId, administrator, user, session: { tokenHash, expiresMs, kind, scopes, isDelegated } };
}

function accountEndMs({ expiration_time }: UserRow): number {
  return expiration_time === null ? Number.POSITIVE_INFINITY : Date.parse(expiration_time);
}
