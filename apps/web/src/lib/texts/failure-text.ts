import { ApiError, type ApiErrorCode } from '../api/api-error.ts';
import type { Text, TextKey } from './texts.ts';

/** What a failed view or form says of its failure: the contract's code decides, never the server's words. */
export function failureText(error: unknown, text: Text): string {
  return text(failureKey(error));
}

/** What a toast says of something that failed: where no answer came, what that means for it too. */
export function failedText(key: TextKey, error: unknown, text: Text): string {
  const message = text(key);
  return error instanceof ApiError && error.isUnheard ? `${message} ${failureText(error, text)}` : message;
}

/**
 * Why a form was not saved, and that what was typed is still there. `retryLabel` where saving it once more may help: not
 * where it is the form that has to be changed.
 */
export function refusalMessage(error: unknown, text: Text) {
  const reason = failureText(error, text);
  if (!isPassing(error)) return { reason, retryLabel: undefined };
  return { reason: `${reason} ${text('form.kept')}`, retryLabel: text('error.retry') };
}

/** Whether the same may go well the next time. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.isUnheard || error.status >= 500);
}

/** What replaces a view that could not be read. */
export function failureMessage(error: unknown, text: Text) {
  return {
    title: text('view.failedTitle'),
    reason: failureText(error, text),
    retryLabel: text('error.retry'),
  };
}

const unheardKeys = {
  connection: 'error.connection',
  offline: 'error.offline',
  'not-sent': 'error.notSent',
  unanswered: 'error.unanswered',
  unreadable: 'error.internal',
} as const satisfies Partial<Record<ApiErrorCode, TextKey>>;

/** The code of a failure as a key of phrases. */
export function failureKey(error: unknown): TextKey {
  if (!(error instanceof ApiError)) return 'error.internal';
  const { code } = error;
  return isOwn(code) ? unheardKeys[code] : `apiError.${code}`;
}

const isOwn = (code: ApiErrorCode): code is keyof typeof unheardKeys => code in unheardKeys;

/** Say no more than the status. */
const unspecific: ReadonlySet<ApiErrorCode> = new Set(['invalid-input', 'internal-error']);

const keys: ReadonlyMap<number, TextKey> = new Map([
  [0, 'error.connection'],
  [400, 'error.status400'],
  [401, 'error.status401'],
  [403, 'error.status403'],
  [404, 'error.status404'],
]);

/**
 * What a toast says of a failed call that has no place of its own on the screen: by its status alone (ERR-01), but for a
 * full disk, which somebody must know, and what is refused for a reason of its own, as a duplicate is.
 */
export function statusText(error: unknown, text: Text): string {
  if (error instanceof ApiError && (error.isUnheard || error.code === 'no-space'))
    return failureText(error, text);
  if (error instanceof ApiError && error.status === 400 && !unspecific.has(error.code))
    return failureText(error, text);
  const key = error instanceof ApiError ? keys.get(error.status) : undefined;
  return text(key ?? 'error.internal');
}
