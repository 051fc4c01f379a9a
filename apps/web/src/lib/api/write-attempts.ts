/** The attempts of one form, or one button, to change something: the way to stop waiting for an answer, and to leave. */
import type { ApiChange, ApiClient, ApiWriter } from './api-client.ts';
import { ApiError } from './api-error.ts';

/** Its form no longer exists, and no answer had come: only the page can be notified. */
export class LeftUnanswered extends Error {
  override readonly name = 'LeftUnanswered';
  /** Something had left. */
  readonly mayBeMade: boolean;

  constructor(mayBeMade: boolean, cause: unknown) {
    super('left before the answer', { cause });
    this.mayBeMade = mayBeMade;
  }
}

export interface WriteAttempts {
  /** Throws what `write` throws. Of one that was ended before its answer came: `not-sent` where nothing had left. */
  run<Data>(write: (api: ApiWriter) => Promise<Data>): Promise<Data>;
  /** Stops waiting: what is under way fails as unanswered. */
  giveUp(): void;
  /** The form is closed or discarded: what is under way is ended, and nothing more is sent. */
  leave(): void;
}

type Ending = 'given-up' | 'left';

/**
 * With `isSingleWrite` every attempt is for the same thing, until it is known what became of it: the server does it once,
 * however often it is tried.
 */
export function createWriteAttempts(api: Pick<ApiClient, 'writer'>, isSingleWrite: boolean): WriteAttempts {
  const underWay = new Set<AbortController>();
  let openKey: string | undefined;

  /** One attempt makes the same changes in the same order as the one before. */
  function createKeys(): (change: ApiChange) => string | undefined {
    if (!isSingleWrite) return () => undefined;
    openKey ??= randomKey();
    const key = openKey;
    let count = 0;
    // of a form with files the server does not know whether it is the same
    return ({ parts }) => (parts ? undefined : `${key}-${count++}`);
  }

  function endAll(why: Ending): void {
    for (const attempt of underWay) attempt.abort(why);
  }

  return {
    async run(write) {
      const attempt = new AbortController();
      const { signal } = attempt;
      let hasLeft = false;
      const onLeaving = () => {
        signal.throwIfAborted();
        hasLeft = true;
      };
      underWay.add(attempt);
      try {
        const saved = await write(api.writer({ signal, onLeaving, keyOf: createKeys() }));
        openKey = undefined;
        return saved;
      } catch (error) {
        if (!signal.aborted && !isUncertain(error)) openKey = undefined;
        if (!signal.aborted) throw error;
        const why: Ending = signal.reason;
        if (why === 'left') throw new LeftUnanswered(hasLeft, error);
        throw new ApiError(hasLeft ? 'unanswered' : 'not-sent', 0, undefined, error);
      } finally {
        underWay.delete(attempt);
      }
    },
    giveUp: () => endAll('given-up'),
    leave: () => endAll('left'),
  };
}

/** Whether it may have been done all the same. */
function isUncertain(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.isUnheard || error.code === 'internal-error' || error.status === 503;
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
