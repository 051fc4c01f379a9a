/** The way to the OpenID Connect provider and back (IDP-02), as far as the browser knows it: a page is left, and another one comes. */
import { type ErrorCode, errorCodes } from '@atalaia/contract/errors';
import { browserStorage, type TextStorage } from '../../lib/storage/browser-storage.ts';

export const openIdAddress = '/api/session/openid/auth';

const key = 'atalaia.openId';
const ofTab = browserStorage(() => window.sessionStorage);

/** What the tab remembers while it is away. */
export interface Remembered {
  readonly keepConnected: boolean;
  /** The page that was asked for, or that one's account was linked from. */
  readonly path: string | null;
}

export function remember(remembered: Remembered, storage: TextStorage = ofTab): void {
  storage.setItem(key, JSON.stringify(remembered));
}

/** Who is in, and where he wanted to be, remembers it no longer. */
export const forget = (storage: TextStorage = ofTab): void => storage.removeItem(key);

/** It may be read several times: a page that waits for its files is drawn anew. */
export function recall(storage: TextStorage = ofTab): Remembered {
  const text = storage.getItem(key);
  try {
    const { keepConnected, path } = JSON.parse(text ?? '{}') as Partial<Record<keyof Remembered, unknown>>;
    return { keepConnected: keepConnected === true, path: typeof path === 'string' ? path : null };
  } catch {
    return { keepConnected: false, path: null };
  }
}

export type OpenIdOutcome =
  | { readonly kind: 'arrived' | 'linked' }
  | { readonly kind: 'failed'; readonly code: ErrorCode };

/** What the address says that the server led back to; undefined for any other. */
export function openIdOutcomeOf(hash: string): OpenIdOutcome | undefined {
  if (hash === '#openid') return { kind: 'arrived' };
  if (hash === '#openid-linked') return { kind: 'linked' };
  const [, given] = /^#openid-failed=([a-z-]+)$/.exec(hash) ?? [];
  const code = errorCodes.find((one) => one === given);
  if (code) return { kind: 'failed', code };
  return given === undefined ? undefined : { kind: 'failed', code: 'internal-error' };
}
