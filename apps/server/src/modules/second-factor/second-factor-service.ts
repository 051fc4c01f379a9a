/** How a person signs in beside his password (IDP-01): the codes of an app, and recovery codes for the day without it. */
import { randomInt } from 'node:crypto';
import type { RecoveryCodes, SecondFactor, TotpSecret } from '@atalaia/contract/accounts/second-factor';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import type { Caller, TellAccount, UserRow } from '../../visibility/caller.ts';
import { deletePasskeysOf, listPasskeys } from './passkeys-queries.ts';
import {
  countRecoveryCodes,
  deleteSecret,
  type FactorMethod,
  findSecret,
  forgetAnswers,
  keepNewSecret,
  lockFactors,
  markSession,
  methodsOfUser,
  replaceRecoveryCodes,
  takeAnswer,
  takeRecoveryCode,
  takeStep,
  unmarkSessions,
} from './second-factor-queries.ts';

export interface SecondFactorParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly secrets: Secrets;
  readonly nowMs: () => number;
  /** Throws `current-password-wrong` unless it is the password of this user, who is signed in. */
  readonly confirmPassword: (user: UserRow, password: string, address: string) => Promise<void>;
  /** Ends a user's sessions within a write, but the one of this token's hash. */
  readonly endSessions: (
    within: Kysely<Schema>,
    publish: Publish,
    userId: number,
    exceptTokenHash?: string,
  ) => Promise<void>;
  /** Whether the caller's profile must have one. */
  readonly isRequiredOf: (user: UserRow) => Promise<boolean>;
  /** Mails him what was done to how he signs in. */
  readonly tell: TellAccount;
  /** The row of a user whom the caller may change, locked; throws `not-found` and `forbidden`. */
  readonly lockWritable: (within: Kysely<Schema>, caller: Caller, userId: number) => Promise<UserRow>;
}

export interface SecondFactorService {
  read(caller: Caller): Promise<SecondFactor>;
  /** A secret for his app; it holds once a code proved it. Throws `second-factor-exists`. */
  beginTotp(caller: Caller, currentPassword: string): Promise<TotpSecret>;
  /** Throws `invalid-input` for a wrong code. The other sessions end; recovery codes are made where there are none. */
  confirmTotp(caller: Caller, code: string): Promise<RecoveryCodes>;
  /** Throws `second-factor-last` for the last method while the profile must have one. */
  removeTotp(caller: Caller, currentPassword: string): Promise<void>;
  /** Those from before hold no longer. */
  renewRecoveryCodes(caller: Caller, currentPassword: string): Promise<RecoveryCodes>;
  /** Takes all of it from a user who lost it, whom the caller may change; his sessions end. */
  removeOf(caller: Caller, userId: number): Promise<void>;
  /** What a user must show beside the password; empty for nothing. */
  methodsOf(userId: number): Promise<FactorMethod[]>;
  /** By what a code is right, once; undefined for a wrong one. */
  takeCode(user: UserRow, code: string): Promise<'totp' | 'recovery' | undefined>;
  /** What a browser was asked as it signs in is answered now; false when it was before, in whatever process. */
  takeAnswer(mark: string): Promise<boolean>;
  /** Deletes what nobody can answer any more. Called on a timer. */
  forgetAnswers(): Promise<void>;
  /** Within a change of how the caller signs in: refused to a program's token. */
  readonly changes: FactorChanges;
}

/** What every change of how one signs in does. */
export interface FactorChanges {
  /** Throws `forbidden` for a program's token. */
  requirePerson(caller: Caller): void;
  /** Throws `forbidden` for a program's token, and `current-password-wrong`. */
  confirm(caller: Caller, currentPassword: string): Promise<void>;
  /** This session goes on as one that showed it, the others end; makes recovery codes where there are none. */
  settle(within: Kysely<Schema>, publish: Publish, caller: Caller, by: FactorMethod): Promise<RecoveryCodes>;
  /**
   * After a method was taken away: without any the codes go too, and no session counts as one that showed it. Throws
   * `second-factor-last` where the caller’s profile must have one.
   */
  forget(within: Kysely<Schema>, caller: Caller): Promise<void>;
}

const recoveryCodeCount = 10;
/** Without what is read as another: 0 and o, 1 and l and i. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 59 bits, as `abcd-efgh-jkmn`: people type them from paper. */
function makeRecoveryCode(): string {
  const text = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

/** What the database holds of a recovery code. */
const markedBy = (secrets: Secrets) => (userId: number, code: string) =>
  secrets.fingerprint(`recovery code ${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);

/** What is set up, and its use. */
function createFactorUse(
  parts: SecondFactorParts,
): Pick<SecondFactorService, 'read' | 'methodsOf' | 'takeCode' | 'takeAnswer' | 'forgetAnswers'> {
  const { kysely, secrets, nowMs } = parts;
  const markOf = markedBy(secrets);
  return {
    async read({ userId, user }) {
      const [methods, passkeys, recoveryCodes, isRequired] = await Promise.all([
        methodsOfUser(kysely, userId),
        listPasskeys(kysely, userId),
        countRecoveryCodes(kysely, userId),
        parts.isRequiredOf(user),
      ]);
      return { totp: methods.includes('totp'), passkeys, recoveryCodes, isRequired };
    },

    methodsOf: (userId) => methodsOfUser(kysely, userId),

    takeAnswer: (mark) => takeAnswer(kysely, mark),

    forgetAnswers: () => forgetAnswers(kysely),

    async takeCode({ id }, typed) {
      const code = typed.replaceAll(/\s/g, '');
      if (!/^\d{6}$/.test(code)) {
        return (await takeRecoveryCode(kysely, id, markOf(id, code))) ? 'recovery' : undefined;
      }
      const sealed = await findSecret(kysely, id, 'confirmed');
      // sealed with another SECRET_KEY: no code is right any more, a recovery code neither
      if (sealed === undefined || !secrets.opens(sealed)) return undefined;
      const step = stepOf(secrets.open(sealed), code, nowMs());
      return step !== undefined && (await takeStep(kysely, id, step, 'confirmed')) ? 'totp' : undefined;
    },
  };
}

export function createSecondFactorService(parts: SecondFactorParts): SecondFactorService {
  const { kysely, commit, secrets, nowMs, confirmPassword, endSessions } = parts;
  const markOf = markedBy(secrets);

  const changes: FactorChanges = {
    requirePerson({ session }) {
      if (session?.kind === 'token')
        throw new AppError('forbidden', 'a token changes nothing of how its user signs in');
    },
    async confirm(caller, currentPassword) {
      changes.requirePerson(caller);
      await confirmPassword(caller.user, currentPassword, caller.address);
    },
    async settle(within, publish, caller, by) {
      const { userId, session } = caller;
      if (session) await markSession(within, Buffer.from(session.tokenHash, 'base64url'), by);
      await endSessions(within, publish, userId, session?.tokenHash);
      if ((await countRecoveryCodes(within, userId)) > 0) return { recoveryCodes: null };
      return makeRecoveryCodes(within, userId);
    },
    async forget(within, { userId, user }) {
      if ((await methodsOfUser(within, userId)).length > 0) return;
      if (await parts.isRequiredOf(user))
        throw new AppError('second-factor-last', 'the profile of this account must keep a second factor');
      await replaceRecoveryCodes(within, userId, []);
      await unmarkSessions(within, userId);
    },
  };

  async function makeRecoveryCodes(within: Kysely<Schema>, userId: number): Promise<RecoveryCodes> {
    const recoveryCodes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode);
    await replaceRecoveryCodes(
      within,
      userId,
      recoveryCodes.map((code) => markOf(userId, code)),
    );
    return { recoveryCodes };
  }

  const note = (within: Kysely<Schema>, caller: Caller, action: string, objectId = caller.userId) =>
    writeAudit(within, caller, { action, noun: 'user', objectId });

  return {
    changes,

    async beginTotp(caller, currentPassword) {
      await changes.confirm(caller, currentPassword);
      const secret = makeSecret();
      if (!(await keepNewSecret(kysely, caller.userId, secrets.seal(secret))))
        throw new AppError('second-factor-exists', 'an app is set up already: remove it first');
      return { secret, uri: uriOf(secret, caller.user.email) };
    },

    async confirmTotp(caller, code) {
      changes.requirePerson(caller);
      const sealed = await findSecret(kysely, caller.userId, 'new');
      if (sealed === undefined) throw notFound('new app for codes of user', caller.userId);
      const step = stepOf(secrets.open(sealed), code.replaceAll(/\s/g, ''), nowMs());
      const codes = await commit(async (transaction, publish) => {
        await lockFactors(transaction, caller.userId);
        const isTaken = step !== undefined && (await takeStep(transaction, caller.userId, step, 'new'));
        if (!isTaken)
          throw fieldRefusal('invalid-input', { path: 'code', message: 'is not the code of this moment' });
        await note(transaction, caller, 'second-factor-on');
        return changes.settle(transaction, publish, caller, 'totp');
      });
      parts.tell(caller.user, ['factorOn']);
      return codes;
    },

    async removeTotp(caller, currentPassword) {
      await changes.confirm(caller, currentPassword);
      const isRemoved = await commit(async (transaction) => {
        await lockFactors(transaction, caller.userId);
        if (!(await deleteSecret(transaction, caller.userId))) return false;
        await note(transaction, caller, 'second-factor-off');
        await changes.forget(transaction, caller);
        return true;
      });
      if (isRemoved) parts.tell(caller.user, ['factorOff']);
    },

    async renewRecoveryCodes(caller, currentPassword) {
      await changes.confirm(caller, currentPassword);
      return commit(async (transaction) => {
        await lockFactors(transaction, caller.userId);
        if ((await methodsOfUser(transaction, caller.userId)).length === 0)
          throw new AppError('not-found', 'recovery codes stand in for a second factor, and there is none');
        await note(transaction, caller, 'recovery-codes');
        return makeRecoveryCodes(transaction, caller.userId);
      });
    },

    async removeOf(caller, userId) {
      const user = await commit(async (transaction, publish) => {
        const found = await parts.lockWritable(transaction, caller, userId);
        if (userId === caller.userId) throw new AppError('forbidden', 'one’s own goes with the password');
        await deleteSecret(transaction, userId);
        await deletePasskeysOf(transaction, userId);
        await replaceRecoveryCodes(transaction, userId, []);
        await note(transaction, caller, 'second-factor-off', userId);
        await endSessions(transaction, publish, userId);
        return found;
      });
      parts.tell(user, ['factorTaken']);
    },

    ...createFactorUse(parts),
  };
}

/** Codes of an app (RFC 6238): six digits, 30 s, SHA-1, as every app has them. */
const periodSeconds = 30;
/** A clock may be so many intervals ahead or behind. */
const window = 1;

/** 160 random bits, base32. */
function makeSecret(): string {
  return new Secret({ size: 20 }).base32;
}

const totpOf = (secret: string, label: string) =>
  new TOTP({
    issuer: 'Atalaia',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });

/** What an app reads from a QR code. */
const uriOf = (secret: string, label: string) => totpOf(secret, label).toString();

/** The interval that a code is of, counted from 1970; undefined for a wrong one. */
function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: nowMs, window });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / periodSeconds) + delta;
}
