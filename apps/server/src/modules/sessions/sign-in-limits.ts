import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors/app-error.ts';
import { networkOf } from '../../platform/limiter/network-of.ts';
import { createAttemptLimit } from './attempt-limit.ts';

const second = 1_000;
const minute = 60 * second;

/** Pairs of account and network remembered that succeeded. */
const mostKnown = 50_000;

/**
 * How often a password may be tried (SEC-01). Three counts, the longest wait of them holds:
 * - account and address together: five free, then 1, 2, 4 … s up to 15 min. This is what a person meets who guesses.
 * - the account from everywhere: 25 free, then up to 30 s, so that many addresses together are slowed down. An address
 *   that signed in to the account before is not bound by it, nor counted: strangers cannot keep the owner out.
 * - the address over all accounts: 60 free, then up to 5 min. A whole company behind one address mistypes less.
 * Success resets the first and takes its own attempt back from the others.
 */
export interface SignInLimits {
  /** `account` as the name is searched for. Counts as failed until it is said otherwise. Throws `too-many-requests` with the seconds to wait. */
  attempt(account: string, address: string): SignInAttempt;
}

export interface SignInAttempt {
  succeeded(): void;
  /** It never came to a judgement: the database was away, the queue full. */
  withdraw(): void;
}

export function createSignInLimits(nowMs: () => number = () => Date.now()): SignInLimits {
  const pairs = createAttemptLimit(
    { free: 5, firstWaitMs: second, longestWaitMs: 15 * minute, forgetAfterMs: 60 * minute },
    nowMs,
  );
  const accounts = createAttemptLimit(
    { free: 25, firstWaitMs: second, longestWaitMs: 30 * second, forgetAfterMs: 30 * minute },
    nowMs,
  );
  const addresses = createAttemptLimit(
    { free: 60, firstWaitMs: second, longestWaitMs: 5 * minute, forgetAfterMs: 15 * minute },
    nowMs,
  );
  /** Pairs that succeeded; those not used longest go first. */
  const known = new LRUCache<string, true>({ max: mostKnown });
  const keysOf = (account: string, address: string) => {
    const network = networkOf(address);
    return { pair: `${network} ${account}`, account, network };
  };
  return {
    attempt(name, address) {
      const { pair, account, network } = keysOf(name, address);
      const isKnown = known.get(pair) ?? false;
      const accountWaitMs = isKnown ? 0 : accounts.waitMs(account);
      const waitMs = Math.max(pairs.waitMs(pair), accountWaitMs, addresses.waitMs(network));
      if (waitMs > 0) {
        const retryAfterSeconds = Math.ceil(waitMs / second);
        throw new AppError('too-many-requests', 'too many attempts to sign in', { retryAfterSeconds });
      }
      pairs.count(pair);
      if (!isKnown) accounts.count(account);
      addresses.count(network);
      return {
        succeeded() {
          known.set(pair, true);
          pairs.reset(pair);
          // not forgotten: the owner who comes in says nothing of those who guess beside him
          if (!isKnown) accounts.forgive(account);
          addresses.forgive(network);
        },
        withdraw() {
          pairs.forgive(pair);
          if (!isKnown) accounts.forgive(account);
          addresses.forgive(network);
        },
      };
    },
  };
}
