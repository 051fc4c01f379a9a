/** The bearer token of one account at the provider: asked for once, and anew only when it is refused. */
import { FleetControlFailed } from '../../../errors/fleet-control-failed.ts';

export interface TokenHolder {
  /** The token in force; the first asking gets it, those at the same time wait for the same one. */
  current(): Promise<string>;
  /** Says that a token was refused; another one that was got meanwhile stays. */
  refused(token: string): void;
}

export function createTokenHolder(ask: () => Promise<unknown>): TokenHolder {
  let stored: Promise<string> | undefined;
  let known: string | undefined;

  async function get(): Promise<string> {
    const data = await ask();
    const token =
      typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string'
        ? data.token.trim()
        : '';
    // a header must be able to carry it
    if (!/^[\x21-\x7e]+$/.test(token)) throw new FleetControlFailed('unreadable', null);
    known = token;
    return token;
  }

  return {
    current() {
      stored ??= get().catch((error) => {
        stored = undefined;
        throw error;
      });
      return stored;
    },
    refused(token) {
      if (token !== known) return;
      stored = undefined;
      known = undefined;
    },
  };
}
