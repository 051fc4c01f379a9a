import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { networkOf } from '../../platform/limiter/network-of.ts';
import {
  type AttemptKey,
  type AttemptRule,
  attemptDigest,
  countAttempt,
  deleteOldAttempts,
  forgiveAttempt,
  knowPair,
} from './sign-in-attempts-queries.ts';

const second = 1_000;
const minute = 60 * second;

/**
 * How often a password may be tried (SEC-01), in all processes together. Three counts, the longest wait of them holds:
 * - account and address together: five free, then 1, 2, 4 … s up to 15 min. This is what a person meets who guesses.
 * - the account from everywhere: 25 free, then up to 30 s, so that many addresses together are slowed down. An address
 *   that signed in to the account before is not bound by it, nor counted: strangers cannot keep the owner out.
 * - the address over all accounts: 60 free, then up to 5 min. A whole company behind one address mistypes less.
 * Success resets the first and takes its own attempt back from the others.
 */
export interface SignInLimits {
  /** `account` as the name is searched for. Counts as failed until it is settled. Throws `too-many-requests` with the seconds to wait. */
  attempt(account: string, address: string): Promise<SignInAttempt>;
  /** Deletes what is forgotten. For `every`. */
  clean(): Promise<void>;
}

export interface SignInAttempt {
  succeeded(): Promise<void>;
  /** It never came to a judgement: the database was away, the queue full. */
  withdraw(): Promise<void>;
}

const rules: Readonly<Record<AttemptKey['kind'], AttemptRule>> = {
  pair: { free: 5, firstWaitMs: second, longestWaitMs: 15 * minute, forgetAfterMs: 60 * minute },
  account: { free: 25, firstWaitMs: second, longestWaitMs: 30 * second, forgetAfterMs: 30 * minute },
  network: { free: 60, firstWaitMs: second, longestWaitMs: 5 * minute, forgetAfterMs: 15 * minute },
};

export function createSignInLimits(kysely: Kysely<Schema>): SignInLimits {
  return {
    async attempt(name, address) {
      const of = networkOf(address);
      const pair: AttemptKey = { kind: 'pair', digest: attemptDigest('pair', of, name), ...rules.pair };
      const account: AttemptKey = {
        kind: 'account',
        digest: attemptDigest('account', name),
        ...rules.account,
      };
      const network: AttemptKey = { kind: 'network', digest: attemptDigest('network', of), ...rules.network };
      const { waitMs, isKnown } = await countAttempt(kysely, [pair, account, network]);
      if (waitMs > 0) {
        const retryAfterSeconds = Math.ceil(waitMs / second);
        throw new AppError('too-many-requests', 'too many attempts to sign in', { retryAfterSeconds });
      }
      const others = isKnown ? [network.digest] : [account.digest, network.digest];
      return {
        async succeeded() {
          await knowPair(kysely, pair.digest);
          // not forgotten: the owner who comes in says nothing of those who guess beside him
          await forgiveAttempt(kysely, others);
        },
        withdraw: () => forgiveAttempt(kysely, [pair.digest, ...others]),
      };
    },
    clean: () => deleteOldAttempts(kysely),
  };
}
