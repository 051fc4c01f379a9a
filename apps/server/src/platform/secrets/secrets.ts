/**
 * Secrets of other systems, encrypted: AES-256-GCM with a key derived from `SECRET_KEY`, its number beside it, so
 * that a text sealed with another key is not taken for a damaged one.
 */

import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { SecretUnreadable } from '../../errors/config-error.ts';

export interface Secrets {
  /** A text as it may be stored; the same text gives another one each time. */
  seal(text: string): string;
  /** A short digest of a text that reveals nothing of it; the same for the same text. */
  fingerprint(text: string): string;
  /** Whether a stored text is a sealed one. */
  isSealed(text: string): boolean;
  /** The text again; throws `SecretUnreadable` for what another key sealed, and for what is damaged or was never sealed. */
  open(sealed: string): string;
  /** Whether `open` can: false for what another key sealed. */
  opens(sealed: string): boolean;
}

const prefix = 'sealed:v1:';
const ivBytes = 12;
const tagBytes = 16;

export function createSecrets(secretKey: Buffer): Secrets {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'atalaia stored secrets v1', 32));
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8);
  const secrets: Secrets = {
    fingerprint: (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22),
    isSealed: (text) => text.startsWith(prefix),

    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(keyId));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${prefix}${keyId}:${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
    },

    open(sealed) {
      const [, givenId = '', body = ''] = /^sealed:v1:([0-9a-f]{8}):([\w-]+)$/.exec(sealed) ?? [];
      if (givenId === '') throw new SecretUnreadable('a stored secret is not sealed, or damaged');
      if (givenId !== keyId) throw new SecretUnreadable('a stored secret was sealed with another SECRET_KEY');
      const bytes = Buffer.from(body, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(keyId))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
        return text.toString('utf8');
      } catch (cause) {
        throw new SecretUnreadable('a stored secret is damaged', { cause });
      }
    },

    opens(sealed) {
      try {
        secrets.open(sealed);
        return true;
      } catch (error) {
        if (error instanceof SecretUnreadable) return false;
        throw error;
      }
    },
  };
  return secrets;
}
