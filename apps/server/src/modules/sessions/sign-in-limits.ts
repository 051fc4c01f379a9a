import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Turn } from '../../platform/limiter/fair-limiter.ts';
import { siteOf } from '../../platform/limiter/network-of.ts';
import {
  type AttemptKey,
  type AttemptRule,
  attemptDigest,
  countAttempt,
  deleteOldAttempts,
  forgiveAttempt,
  isKnownPair,
  knownAmong,
  knowPair,
} from './sign-in-attempts-queries.ts';

const second = 1_000;
const minute = 60 * second;

/**
 * How often a password may be tried (SEC-01), in all processes together. Where somebody signed in to the account before, he has
 * a lane of his own, and what strangers do is nothing to him:
 * - a browser that bears the cookie of an earlier sign-in is counted with the account, and by nothing else; else
 * - an address that signed in to the account before is counted with the account, and by nothing else.
 * Everybody else is a stranger, and the longest wait of three holds:
 * - account and address together: five free, then 1, 2, 4 … s up to 15 min. This is what a person meets who guesses.
 * - the account from everywhere: 25 free, then up to 30 s, so that many addresses together are slowed down. The first two
 *   tries of an address are counted apart (60 free), so that an owner in a new place is not kept out by few who guess.
 * - the address over all accounts: 60 free, then up to 5 min. A whole company behind one address mistypes less.
 * Success resets its lane's own count and takes its attempt back from the others.
 */
export interface SignInLimits {
  /**
   * `account` as the name is searched for; `device` what the cookie says. Counts as failed until it is settled. Throws
   * `too-many-requests` with the seconds to wait.
   */
  attempt(account: string, from: SignInOrigin): Promise<SignInAttempt>;
  /** The account was signed in to from there without a password. */
  know(account: string, from: SignInOrigin): Promise<void>;
  /**
   * A user signed in there, with this cookie from now on: whether neither this browser nor this address is known of him, by
   * whatever name and way he came. Of who never signed in before, no place is new.
   */
  isNewPlace(userId: number, address: string, given: string): Promise<boolean>;
  /** Whether he signed in before, and neither this browser nor this address is known of him; nothing is noted. */
  isUnknownPlace(userId: number, from: SignInOrigin): Promise<boolean>;
  /** Whether he may be told once more that somebody has his password: once an hour. */
  mayTellCode(userId: number): Promise<boolean>;
  /**
   * A code beside the right password: ten free in a day, then 1, 2, 4 … s up to 15 min; a browser that he signed in with before
   * is counted by itself. Throws `too-many-requests`.
   */
  attemptCode(userId: number, device?: string): Promise<Pick<SignInAttempt, 'withdraw'>>;
  /** One more who comes back from a provider, by his address: as often as a password may be tried. Throws `too-many-requests`. */
  countReturn(address: string): Promise<Pick<SignInAttempt, 'withdraw'>>;
  /** Throws `too-many-requests` for one more reset that this address asks for: ten free, then 1, 2, 4 … s up to 5 min. */
  countReset(address: string): Promise<void>;
  /** Whether this account may be sent one more link: three, then one each 20 min and later. */
  mayReset(userId: number): Promise<boolean>;
  /** Deletes what is forgotten. For `every`. */
  clean(): Promise<void>;
}

/** Where an attempt comes from. */
export interface SignInOrigin {
  readonly address: string;
  /** The browser, by the cookie of an earlier sign-in (`device-cookie.ts`); undefined without one. */
  readonly device?: string | undefined;
}

export interface SignInAttempt {
  /** Whose turn it is where passwords are worked on. */
  readonly turn: Turn;
  /** The account is known there from now on; with `device` also to the browser that is given this cookie. */
  succeeded(device?: string): Promise<void>;
  /** It never came to a judgement: the database was away, the queue full. */
  withdraw(): Promise<void>;
}

const pairRule = { free: 5, firstWaitMs: second, longestWaitMs: 15 * minute, forgetAfterMs: 60 * minute };

const rules: Readonly<Record<AttemptKey['kind'], AttemptRule>> = {
  device: pairRule,
  pair: pairRule,
  newcomer: { free: 60, firstWaitMs: second, longestWaitMs: 30 * second, forgetAfterMs: 30 * minute },
  account: { free: 25, firstWaitMs: second, longestWaitMs: 30 * second, forgetAfterMs: 30 * minute },
  network: { free: 60, firstWaitMs: second, longestWaitMs: 5 * minute, forgetAfterMs: 15 * minute },
};

/** That somebody signed in at all is remembered for as long as an account may lie idle. */
const rememberedDays = 3_650;

const codeRule: AttemptRule = {
  ...{ free: 10, firstWaitMs: second, longestWaitMs: 15 * minute, forgetAfterMs: 24 * 60 * minute },
};

function tooMany(waitMs: number): AppError {
  const retryAfterSeconds = Math.ceil(waitMs / second);
  return new AppError('too-many-requests', 'too many attempts to sign in', { retryAfterSeconds });
}

export function createSignInLimits(kysely: Kysely<Schema>): SignInLimits {
  return {
    async attempt(name, { address, device }) {
      const site = siteOf(address);
      const keyOf = (kind: AttemptKey['kind'], ...words: readonly string[]): AttemptKey => ({
        ...{ kind, digest: attemptDigest(kind, ...words) },
        ...rules[kind],
      });
      const pair = keyOf('pair', site, name);
      const keys = [
        ...(device === undefined ? [] : [keyOf('device', device, name)]),
        ...[pair, keyOf('newcomer', name), keyOf('account', name), keyOf('network', site)],
      ];
      // who is known waits for no row that strangers hold
      const lane = await knownAmong(kysely, keys);
      const looked = lane ? [lane] : keys;
      const { waitMs, counted } = await countAttempt(kysely, looked);
      if (waitMs > 0) throw tooMany(waitMs);
      const countedKeys = looked.filter(({ kind }) => counted.includes(kind));
      const isKnown = counted.length === 1;
      const digestsOf = (some: readonly AttemptKey[]) => some.map(({ digest }) => digest);
      return {
        turn: { isFirst: isKnown, key: isKnown ? name : site },
        async succeeded(given = device) {
          await knowPair(kysely, pair.digest);
          if (given !== undefined) await knowPair(kysely, attemptDigest('device', given, name));
          // not forgotten: the owner who comes in says nothing of those who guess beside him
          const others = countedKeys.filter(({ kind }) => !ownKinds.has(kind));
          await forgiveAttempt(kysely, digestsOf(others), digestsOf(looked));
        },
        withdraw: () => forgiveAttempt(kysely, digestsOf(countedKeys), digestsOf(looked)),
      };
    },
    async know(name, { address, device }) {
      await knowPair(kysely, attemptDigest('pair', siteOf(address), name));
      if (device !== undefined) await knowPair(kysely, attemptDigest('device', device, name));
    },

    async isNewPlace(userId, address, given) {
      const digestOf = (...words: readonly string[]) => attemptDigest(...words, String(userId));
      const know = (...words: readonly string[]) => knowPair(kysely, digestOf(...words));
      const isAddressKnown = await know('address of', siteOf(address));
      const isBrowserKnown = await know('browser of', given);
      const hasSignedIn = await knowPair(kysely, digestOf('signed in'), rememberedDays);
      return hasSignedIn && !isAddressKnown && !isBrowserKnown;
    },

    async isUnknownPlace(userId, { address, device }) {
      const isKnown = (...words: readonly string[]) =>
        isKnownPair(kysely, attemptDigest(...words, `${userId}`));
      if (!(await isKnown('signed in')) || (await isKnown('address of', siteOf(address)))) return false;
      return device === undefined || !(await isKnown('browser of', device));
    },

    async mayTellCode(userId) {
      const digest = attemptDigest('told of a code', String(userId));
      const hour = 60 * minute;
      const rule = { free: 1, firstWaitMs: hour, longestWaitMs: hour, forgetAfterMs: hour };
      const { waitMs } = await countAttempt(kysely, [{ kind: 'network', digest, ...rule }]);
      return waitMs === 0;
    },

    async attemptCode(userId, device) {
      const browser = device === undefined ? undefined : attemptDigest('browser of', device, String(userId));
      const isKnown = browser !== undefined && (await isKnownPair(kysely, browser));
      const digest = attemptDigest('code', String(userId), ...(isKnown && device ? [device] : []));
      const { waitMs } = await countAttempt(kysely, [{ kind: 'network', digest, ...codeRule }]);
      if (waitMs > 0) throw tooMany(waitMs);
      return { withdraw: () => forgiveAttempt(kysely, [digest], [digest]) };
    },

    async countReturn(address) {
      const digest = attemptDigest('return', siteOf(address));
      const { waitMs } = await countAttempt(kysely, [{ kind: 'network', digest, ...rules.network }]);
      if (waitMs > 0) throw tooMany(waitMs);
      return { withdraw: () => forgiveAttempt(kysely, [digest], [digest]) };
    },

    async countReset(address) {
      const digest = attemptDigest('reset', siteOf(address));
      const { waitMs } = await countAttempt(kysely, [
        { kind: 'network', digest, ...rules.network, free: 10 },
      ]);
      if (waitMs > 0) throw tooMany(waitMs);
    },

    async mayReset(userId) {
      const digest = attemptDigest('reset of', String(userId));
      const rule = { ...rules.network, free: 3, longestWaitMs: 60 * minute, firstWaitMs: 20 * minute };
      const { waitMs } = await countAttempt(kysely, [{ kind: 'network', digest, ...rule }]);
      return waitMs === 0;
    },

    clean: () => deleteOldAttempts(kysely),
  };
}

/** Those that a success begins anew. */
const ownKinds: ReadonlySet<AttemptKey['kind']> = new Set(['device', 'pair']);
