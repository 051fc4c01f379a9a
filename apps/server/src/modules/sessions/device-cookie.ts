/**
 * The cookie by which a browser is known that signed in before: a number of 128 random bits and our mark on it, so that none
 * is made up. It opens nothing; it only keeps its owner apart from strangers who guess (see `SignInLimits`).
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../platform/secrets/secrets.ts';

export interface DeviceCookies {
  /** What a cookie's text names; undefined for one that we did not make. */
  read(text: string | undefined): string | undefined;
  /** A browser that has none. */
  make(): string;
  /** As the cookie holds it. */
  write(device: string): string;
}

export function createDeviceCookies(secrets: Pick<Secrets, 'fingerprint'>): DeviceCookies {
  const markOf = (device: string) => secrets.fingerprint(`browser that signed in ${device}`);
  return {
    read(text) {
      const [, device = '', mark = ''] = /^([\w-]{22})\.([\w-]{22})$/.exec(text ?? '') ?? [];
      const [given, right] = [Buffer.from(mark), Buffer.from(markOf(device))];
      return given.length === right.length && timingSafeEqual(given, right) ? device : undefined;
    },
    make: () => randomBytes(16).toString('base64url'),
    write: (device) => `${device}.${markOf(device)}`,
  };
}
