/** Passkeys (WebAuthn): made by who is signed in, and a sign-in by themselves: the browser checks finger, face or PIN. */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { RecoveryCodes, WebAuthnResponse } from '@atalaia/contract/accounts/second-factor';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { BrowserPlace } from '../../platform/http/origins.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller, TellAccount } from '../../visibility/caller.ts';
import { credentialsOfUser, deletePasskey, findPasskey, insertPasskey, noteUse } from './passkeys-queries.ts';
import { lockFactors, takeAnswer } from './second-factor-queries.ts';
import type { FactorChanges } from './second-factor-service.ts';

/**
 * What a browser is asked as somebody signs in, and answers once: the question bears our mark and its time, so that nothing is
 * stored for strangers who ask and do not answer; that it was answered is a row.
 */
/** Time for a person to find his phone. */
const questionLastsMs = 5 * 60_000;

interface Questions {
  /** `about` is what it is asked for; it is answered for the same alone. */
  make(about: string): string;
  /** Whether it is ours, about this, and not too old. */
  isOurs(question: string, about: string): boolean;
}

function createQuestions(secrets: Pick<Secrets, 'fingerprint'>, nowMs: () => number): Questions {
  const markOf = (body: string, about: string) => secrets.fingerprint(`sign-in question ${body} ${about}`);
  return {
    make(about) {
      const body = `${Math.floor(nowMs()).toString(36)}_${randomBytes(16).toString('hex')}`;
      return Buffer.from(`${body}_${markOf(body, about)}`).toString('base64url');
    },
    isOurs(question, about) {
      const text = Buffer.from(question, 'base64url').toString('latin1');
      const [, body = '', time = '', mark = ''] =
        /^(([0-9a-z]{8,9})_[0-9a-f]{32})_([\w-]{22})$/.exec(text) ?? [];
      const [given, right] = [Buffer.from(mark), Buffer.from(markOf(body, about))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
      const ageMs = nowMs() - Number.parseInt(time, 36);
      return ageMs >= -questionLastsMs && ageMs <= questionLastsMs;
    },
  };
}

/** EdDSA, ES256, RS256: what every authenticator knows one of, and every server checks. */
const algorithms = [-8, -7, -257];

type Options = { readonly challenge: string };

export interface PasskeysService {
  /** What the browser makes a passkey by. Throws `current-password-wrong`. */
  newOptions(caller: Caller, currentPassword: string, place: BrowserPlace): Promise<Options>;
  /** Throws `invalid-input` for an answer that is not the one to a question of this person's. */
  add(
    caller: Caller,
    passkey: { readonly name: string; readonly response: WebAuthnResponse },
    place: BrowserPlace,
  ): Promise<RecoveryCodes>;
  /** Throws `not-found` for one that is not the caller's, `second-factor-last` for the last method of who must have one. */
  remove(caller: Caller, id: number, currentPassword: string): Promise<void>;
  /** What any browser signs in by: it finds the passkeys of this host by itself. */
  signInOptions(place: BrowserPlace): Promise<Options>;
  /** Whose passkey signed the question, once. Throws `passkey-refused`, and `too-many-requests` for an address that guesses. */
  userOf(response: WebAuthnResponse, place: BrowserPlace, address: string): Promise<number>;
}

export interface PasskeysParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly secrets: Secrets;
  readonly nowMs: () => number;
  readonly changes: FactorChanges;
  /** Mails him what was done to how he signs in. */
  readonly tell: TellAccount;
  /** Throws `too-many-requests`; what was no guess is taken back. */
  readonly countReturn: (address: string) => Promise<{ withdraw(): Promise<void> }>;
}

type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

export function createPasskeysService(parts: PasskeysParts): PasskeysService {
  const { kysely, commit, secrets, changes } = parts;
  const questions = createQuestions(secrets, parts.nowMs);
  const aboutNew = ({ userId }: Caller, { origin }: BrowserPlace) => `new passkey of ${userId} at ${origin}`;
  const aboutSignIn = ({ origin }: BrowserPlace) => `sign-in at ${origin}`;
  const challengeOf = (about: string) => new Uint8Array(Buffer.from(questions.make(about), 'base64url'));

  async function note(within: Kysely<Schema>, caller: Caller, action: string, name: string) {
    const entry = { action, noun: 'user', objectId: caller.userId, details: { name } } as const;
    await writeAudit(within, caller, entry);
  }

  return {
    async newOptions(caller, currentPassword, place) {
      await changes.confirm(caller, currentPassword);
      const { user, userId } = caller;
      const existing = await credentialsOfUser(kysely, userId);
      return generateRegistrationOptions({
        rpName: 'Atalaia',
        rpID: place.host,
        userName: user.email,
        userDisplayName: user.name,
        userID: new Uint8Array(Buffer.from(secrets.fingerprint(`passkeys of user ${userId}`))),
        challenge: challengeOf(aboutNew(caller, place)),
        timeout: questionLastsMs,
        supportedAlgorithmIDs: algorithms,
        attestationType: 'none',
        excludeCredentials: existing,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async add(caller, { name, response }, place) {
      changes.requirePerson(caller);
      const question = questionIn(response);
      const isOurs = question !== undefined && questions.isOurs(question, aboutNew(caller, place));
      const verified = await verifyRegistrationResponse({
        response: response as unknown as RegistrationResponse,
        expectedChallenge: () => isOurs,
        expectedOrigin: place.origin,
        expectedRPID: place.host,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }).catch(() => undefined);
      const made = verified?.registrationInfo?.credential;
      if (!made || question === undefined) throw notAnAnswer();
      const codes = await commit(async (transaction, publish) => {
        await lockFactors(transaction, caller.userId);
        if (!(await takeAnswer(transaction, question))) throw notAnAnswer();
        const isNew = await insertPasskey(transaction, {
          ...{ userId: caller.userId, name, credentialId: made.id, counter: made.counter },
          publicKey: Buffer.from(made.publicKey),
          transports: made.transports ?? [],
        });
        if (!isNew) throw notAnAnswer();
        await note(transaction, caller, 'passkey-added', name);
        return changes.settle(transaction, publish, caller, 'passkey');
      });
      parts.tell(caller.user, ['factorOn']);
      return codes;
    },

    async remove(caller, id, currentPassword) {
      await changes.confirm(caller, currentPassword);
      await commit(async (transaction) => {
        await lockFactors(transaction, caller.userId);
        if (!(await deletePasskey(transaction, caller.userId, id))) throw notFound('passkey', id);
        await note(transaction, caller, 'passkey-removed', String(id));
        await changes.forget(transaction, caller);
      });
      parts.tell(caller.user, ['factorOff']);
    },

    signInOptions: (place) =>
      generateAuthenticationOptions({
        rpID: place.host,
        challenge: challengeOf(aboutSignIn(place)),
        timeout: questionLastsMs,
        userVerification: 'required',
      }),

    async userOf(response, place, address) {
      const counted = await parts.countReturn(address);
      const question = questionIn(response);
      const passkey = await findPasskey(kysely, response.id);
      if (!passkey || question === undefined || !questions.isOurs(question, aboutSignIn(place)))
        throw refused();
      const verified = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponse,
        expectedChallenge: question,
        expectedOrigin: place.origin,
        expectedRPID: place.host,
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: Number(passkey.counter),
        },
      }).catch(() => undefined);
      if (!verified?.verified) throw refused();
      const use = {
        ...{ id: passkey.id, before: Number(passkey.counter) },
        after: verified.authenticationInfo.newCounter,
      };
      // the question is taken with its use, so that of two processes one lets it in
      const isTaken = await commit(
        async (transaction) => (await takeAnswer(transaction, question)) && (await noteUse(transaction, use)),
      );
      if (!isTaken) throw refused();
      await counted.withdraw();
      return passkey.user_id;
    },
  };
}

/** The question that a browser signed, as it names it; undefined for what is none. */
function questionIn({ response }: WebAuthnResponse): string | undefined {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8');
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

function notAnAnswer(): AppError {
  return fieldRefusal('invalid-input', { path: 'response', message: 'is not the answer to what was asked' });
}

function refused(): AppError {
  return new AppError('passkey-refused', 'this passkey opens no account here');
}
