import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { type KeyedRequest, withinKeyedRequest } from '../../queries/idempotency.ts';
import { dropOldAnswers, findKey, forgetOldKeys, hasKeys, keepAnswer } from './idempotency-queries.ts';

export type { KeyedRequest };

/** An answer as it was sent. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface IdempotencyParts {
  readonly kysely: Kysely<Schema>;
  /** An answer may contain what is shown only once, as the token of a shared location. */
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly limits?: IdempotencyLimits;
}

/** Of one person. */
export interface IdempotencyLimits {
  /** Remembered at once. One request more is refused before anything is done: none goes unprotected without a word. */
  readonly keys: number;
  /** Of all answers; the oldest ones go first. */
  readonly answerBytes: number;
  /** So many may be added before the oldest go. */
  readonly answerBytesBetween: number;
}

const usualLimits: IdempotencyLimits = {
  keys: 50_000,
  answerBytes: 32 * 1024 * 1024,
  answerBytesBetween: 4 * 1024 * 1024,
};

export interface IdempotencyService {
  /**
   * The answer to the request of this key; undefined for one that is to be handled. Throws `already-received` where the
   * answer is not known, `received-differently` where it was to a request for something else to be made, and `too-many-keys`.
   */
  answerTo(request: KeyedRequest): Promise<StoredAnswer | undefined>;
  /** Runs the handling of a request; its first commit takes the key. */
  within(request: KeyedRequest, run: () => void): void;
  keep(request: KeyedRequest, answer: StoredAnswer): Promise<void>;
  /** For `every`. */
  forget(): Promise<void>;
}

export function createIdempotencyService({
  kysely,
  secrets,
  limits = usualLimits,
}: IdempotencyParts): IdempotencyService {
  /** Bytes of answers added by each person since his oldest were dropped. */
  const added = new Map<number, number>();

  /** Undefined for what was sealed with another `SECRET_KEY`, or is damaged. */
  function opened(sealed: string): StoredAnswer | undefined {
    try {
      return JSON.parse(secrets.open(sealed));
    } catch {
      return undefined;
    }
  }

  return {
    async answerTo(request) {
      const stored = await findKey(kysely, request);
      if (!stored) {
        if (await hasKeys(kysely, request.userId, limits.keys)) throw tooManyKeys(limits.keys);
        return undefined;
      }
      if (stored.fingerprint !== request.fingerprint) {
        if (!request.isMaking) return undefined;
        throw new AppError('received-differently', 'another request with this key was received before');
      }
      const answer = stored.answer === null ? undefined : opened(stored.answer);
      if (!answer) throw new AppError('already-received', 'a request with this key was received before');
      return answer;
    },
    within: withinKeyedRequest,
    async keep(request, answer) {
      const sealed = secrets.seal(JSON.stringify(answer));
      await keepAnswer(kysely, request, sealed);
      const { userId } = request;
      const bytes = (added.get(userId) ?? 0) + sealed.length;
      added.set(userId, bytes);
      if (bytes < limits.answerBytesBetween) return;
      added.delete(userId);
      await dropOldAnswers(kysely, limits.answerBytes, userId);
    },
    async forget() {
      added.clear();
      await forgetOldKeys(kysely);
      await dropOldAnswers(kysely, limits.answerBytes);
    },
  };
}

function tooManyKeys(most: number): AppError {
  return new AppError('too-many-keys', `this account used ${most} keys within a day`, { limit: most });
}
