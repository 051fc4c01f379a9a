/** Codes of an app (RFC 6238): six digits, 30 s, SHA-1, as every app has them. */
import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** A clock may be so many intervals ahead or behind. */
const window = 1;

/** 160 random bits, base32. */
export function makeSecret(): string {
  return new Secret({ size: 20 }).base32;
}

const totpOf = (secret: string, label: string) =>
  new TOTP({
    issuer: 'Atalaia',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });

/** What an app reads from a QR code. */
export const uriOf = (secret: string, label: string) => totpOf(secret, label).toString();

/** The interval that a code is of, counted from 1970; undefined for a wrong one. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: nowMs, window });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / periodSeconds) + delta;
}
