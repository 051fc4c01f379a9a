/** Where the token of the signed-in person lives (AUTH-04, AUTH-05). */
import type { TextStorage } from '../storage/browser-storage.ts';

export const tokenKey = 'atalaia.token';

export interface TokenStorages {
  /** Ends with the tab. */
  readonly session: TextStorage;
  /** Stays: "Manter conectado". */
  readonly local: TextStorage;
}

export interface TokenKeeper {
  /** The token of either storage, the tab's own first. */
  read(): string | null;
  /** Puts the token into one storage, and takes any other out of the second. */
  write(token: string, keepConnected: boolean): void;
  /** Takes the token out of whichever storage holds it. */
  clear(): void;
  /** The storage that holds the token: what belongs to the session is kept beside it. */
  storage(): TextStorage | undefined;
}

export function createTokenKeeper({ session, local }: TokenStorages): TokenKeeper {
  return {
    read: () => session.getItem(tokenKey) ?? local.getItem(tokenKey),
    write(token, keepConnected) {
      const [into, outOf] = keepConnected ? [local, session] : [session, local];
      into.setItem(tokenKey, token);
      outOf.removeItem(tokenKey);
    },
    clear() {
      session.removeItem(tokenKey);
      local.removeItem(tokenKey);
    },
    storage() {
      if (session.getItem(tokenKey) !== null) return session;
      return local.getItem(tokenKey) === null ? undefined : local;
    },
  };
}
