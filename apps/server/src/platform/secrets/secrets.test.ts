import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecretUnreadable } from '../../errors/config-error.ts';
import { createSecrets } from './secrets.ts';

const secrets = createSecrets(randomBytes(32));

test('[PAY-01] what is sealed opens again, hides its text, and is never the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = secrets.seal(text);
      expect(secrets.isSealed(sealed)).toBe(true);
      expect(secrets.open(sealed)).toBe(text);
      expect([secrets.opens(sealed), createSecrets(randomBytes(32)).opens(sealed)]).toEqual([true, false]);
      expect(secrets.fingerprint(text)).toBe(secrets.fingerprint(text));
      expect(secrets.fingerprint(text)).not.toBe(secrets.fingerprint(`${text}.`));
      expect(secrets.seal(text)).not.toBe(sealed);
      if (text.length > 3) expect(sealed).not.toContain(text);
    }),
  );
});

test('a secret of another key, a damaged one and a bare text are told apart from one that opens', () => {
  const sealed = secrets.seal('key of the provider');
  expect(() => createSecrets(randomBytes(32)).open(sealed)).toThrow(/another SECRET_KEY/);
  const middle = sealed.length - 6;
  const other = sealed[middle] === 'A' ? 'B' : 'A';
  const damaged = `${sealed.slice(0, middle)}${other}${sealed.slice(middle + 1)}`;
  for (const text of [damaged, sealed.slice(0, 30), 'key of the provider', '']) {
    expect(() => secrets.open(text)).toThrow(SecretUnreadable);
  }
});
