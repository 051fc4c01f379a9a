/** The ways in: a password with what must be shown beside it, a passkey, an OpenID Connect provider. */
import type { Credentials, Session } from '@atalaia/contract/accounts/session';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { UserRow } from '../../visibility/caller.ts';
import type { SecondFactorService } from '../second-factor/second-factor-service.ts';
import type { DeviceCookies } from './device-cookie.ts';
import type { FactorRequirement } from './factor-requirement.ts';
import type { PasswordCheck } from './password-check.ts';
import { noPassword } from './password-hash.ts';
import { passwordsOff, secondFactorNeeded } from './session-authenticator.ts';
import { findUserInForce } from './sessions-queries.ts';
import type { SignInLimits, SignInOrigin } from './sign-in-limits.ts';

export interface WaysInParts {
  readonly kysely: Kysely<Schema>;
  readonly passwords: PasswordCheck;
  readonly limits: Pick<
    SignInLimits,
    'know' | 'isNewPlace' | 'isUnknownPlace' | 'mayTellCode' | 'attemptCode'
  >;
  readonly factors: Pick<SecondFactorService, 'methodsOf' | 'takeCode'>;
  readonly isFactorRequired: FactorRequirement;
  readonly devices: DeviceCookies;
  /** People sign in at an OpenID Connect provider alone, but administrators. */
  readonly isProviderForced: boolean;
  /** Told of who signed in where nobody knows him; it returns at once. */
  readonly newPlace: (user: UserRow, from: SignInPlace) => void;
  /** Told of whose password was right where nobody knows him, without a right code; it returns at once. */
  readonly codeMissing: (user: UserRow) => void;
}

export interface WaysIn {
  /**
   * Opens a session. Throws `invalid-credentials`, or `too-many-requests`; of who has a second factor `second-factor-needed`
   * without a code, and `second-factor-wrong`.
   */
  signIn(given: Credentials, from: SignInPlace): Promise<SignedIn>;
  /** The same of whose passkey was checked. Throws `passkey-refused` for an account that is not in force. */
  signInByPasskey(userId: number, from: SignInPlace): Promise<SignedIn>;
  /**
   * The same of who came from an OpenID Connect provider. Throws `openid-account-ended` for an account that is not in force,
   * `openid-factor-missing` for one that must have a second factor and can set up none here, and what a code throws.
   */
  signInByProvider(
    userId: number,
    shown: ShownAtProvider,
    code: string | undefined,
    from: SignInPlace,
  ): Promise<SignedIn>;
}

export interface SignInPlace {
  readonly address: string;
  readonly userAgent: string | null;
  /** As the browser sent it. */
  readonly deviceCookie?: string | undefined;
}

export interface ShownAtProvider {
  /** The provider checked a second factor. */
  readonly isStrong: boolean;
  readonly idToken: string;
}

export interface SignedIn {
  readonly session: Session & { token: string };
  /** For the browser, so that it is known when it signs in again. */
  readonly deviceCookie: string;
}

/** Opens a session of who showed all that he must; `by`: what beside the password. */
type Open = (
  user: UserRow,
  place: SignInPlace,
  by: string | null,
  device: string,
  idToken?: string,
) => Promise<SignedIn>;

export function createWaysIn(parts: WaysInParts, open: Open): WaysIn {
  const { kysely, passwords, devices } = parts;
  const isOff = ({ administrator }: UserRow) => parts.isProviderForced && !administrator;

  const enter: Open = async (user, place, by, device, idToken) => {
    const signedIn = await open(user, place, by, device, idToken);
    if (await parts.limits.isNewPlace(user.id, place.address, device)) parts.newPlace(user, place);
    return signedIn;
  };

  return {
    async signIn({ email, password, code }, place) {
      const known = devices.read(place.deviceCookie);
      const right = await passwords.begin(email, password, { address: place.address, device: known });
      if (!right) throw new AppError('invalid-credentials', 'wrong name or password');
      if (isOff(right.user)) {
        await right.attempt.withdraw();
        throw passwordsOff();
      }
      const origin = { address: place.address, device: known };
      const by = await showFactor(parts, right.user, code, origin).catch(async (error: unknown) => {
        if (isAsking(error)) await right.attempt.withdraw();
        if (await parts.limits.isUnknownPlace(right.user.id, origin))
          if (await parts.limits.mayTellCode(right.user.id)) parts.codeMissing(right.user);
        throw error;
      });
      const device = known ?? devices.make();
      await right.attempt.succeeded(device);
      return enter(right.user, place, by, device);
    },

    async signInByPasskey(userId, place) {
      const user = await findUserInForce(kysely, userId);
      if (!user) throw new AppError('passkey-refused', 'this passkey opens no account here');
      if (isOff(user)) throw passwordsOff();
      const device = devices.read(place.deviceCookie) ?? devices.make();
      await parts.limits.know(user.email.toLowerCase(), { address: place.address, device });
      return enter(user, place, 'passkey', device);
    },

    async signInByProvider(userId, { isStrong, idToken }, code, place) {
      const user = await findUserInForce(kysely, userId);
      if (!user) throw new AppError('openid-account-ended', 'this account is disabled or has expired');
      const origin = { address: place.address, device: devices.read(place.deviceCookie) };
      const by = isStrong ? 'oidc' : await showFactor(parts, user, code, origin);
      // without a password he could not say that it is he who sets one up
      if (by === null && user.password_hash === noPassword && (await parts.isFactorRequired(user)))
        throw new AppError(
          'openid-factor-missing',
          'the provider did not say that it checked a second factor',
        );
      const device = devices.read(place.deviceCookie) ?? devices.make();
      await parts.limits.know(user.email.toLowerCase(), { address: place.address, device });
      return enter(user, place, by, device, idToken);
    },
  };
}

/**
 * What was shown beside the right password: null where nothing must be. A wrong code counts as a wrong password does, and by
 * the account too: whoever has the password may not try code after code from address after address. A browser that the owner
 * signed in with before is counted apart, so that nobody keeps him out.
 */
async function showFactor(
  { kysely, factors, limits }: Pick<WaysInParts, 'kysely' | 'factors' | 'limits'>,
  user: UserRow,
  code: string | undefined,
  { address, device }: SignInOrigin,
): Promise<string | null> {
  const methods = await factors.methodsOf(user.id);
  if (methods.length === 0) return null;
  if (!code?.trim()) throw secondFactorNeeded(methods);
  const counted = await limits.attemptCode(user.id, device);
  const by = await factors.takeCode(user, code);
  if (by === undefined) {
    const details = { wrong: 'code' };
    const entry = { action: 'sign-in-refused', noun: 'session', objectId: user.id, details } as const;
    await writeAudit(kysely, { address }, entry);
    throw new AppError('second-factor-wrong', 'the code is not right, or was used already');
  }
  await counted.withdraw();
  return by;
}

const isAsking = (error: unknown) => error instanceof AppError && error.code === 'second-factor-needed';
