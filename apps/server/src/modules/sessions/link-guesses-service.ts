/** Addresses that try links which do not exist, counted in rows: in all processes together, and past a restart. */
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { networkOf } from '../../platform/limiter/network-of.ts';
import { attemptDigest, countAttempt } from './sign-in-attempts-queries.ts';

const second = 1_000;
const minute = 60 * second;

/** An office behind one address may mistype some. */
const rule = { free: 20, firstWaitMs: second, longestWaitMs: 15 * minute, forgetAfterMs: 60 * minute };

export interface LinkGuesses {
  /**
   * What a link leads to, however many others of its address lead to nothing: a carrier has thousands behind one, and no
   * token is short enough to be guessed. Throws `not-found` for one that leads to nothing, which counts against the
   * address, and `too-many-requests` for one more while that has to wait.
   */
  find<Found>(address: string, look: () => Promise<Found | undefined>): Promise<Found>;
}

export function createLinkGuesses(kysely: Kysely<Schema>): LinkGuesses {
  return {
    async find(address, look) {
      const found = await look();
      if (found !== undefined) return found;
      const digest = attemptDigest('link', networkOf(address));
      const { waitMs } = await countAttempt(kysely, [{ kind: 'network', digest, ...rule }]);
      if (waitMs > 0) {
        const retryAfterSeconds = Math.ceil(waitMs / second);
        throw new AppError('too-many-requests', 'too many links that do not exist', { retryAfterSeconds });
      }
      throw new AppError('not-found', 'no such link');
    },
  };
}
