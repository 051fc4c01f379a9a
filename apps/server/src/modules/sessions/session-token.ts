import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, base64url. The database holds its hash only. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256: a token is random enough that nothing slower is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
