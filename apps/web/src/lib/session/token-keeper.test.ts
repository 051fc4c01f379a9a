import { expect, test } from 'vitest';
import { createMemoryStorage } from '../storage/browser-storage.ts';
import { createTokenKeeper, tokenKey } from './token-keeper.ts';

function keeper() {
  const storages = { session: createMemoryStorage(), local: createMemoryStorage() };
  return { ...storages, tokens: createTokenKeeper(storages) };
}

test('a token lives in session storage unless the person wants to stay connected', () => {
  const { tokens, session, local } = keeper();
  tokens.write('first', false);
  expect(session.getItem(tokenKey)).toBe('first');
  expect(local.getItem(tokenKey)).toBeNull();
  expect(tokens.storage()).toBe(session);
});

test('[AUTH-05] "Manter conectado" keeps the token in local storage instead', () => {
  const { tokens, session, local } = keeper();
  tokens.write('before', false);
  tokens.write('kept', true);
  expect(local.getItem(tokenKey)).toBe('kept');
  expect(session.getItem(tokenKey)).toBeNull();
  expect(tokens.read()).toBe('kept');
  expect(tokens.storage()).toBe(local);
});

test.each([false, true])(
  '[AUTH-07] clearing takes the token out of whichever storage holds it (kept: %s)',
  (retained) => {
    const { tokens } = keeper();
    tokens.write('gone', retained);
    tokens.clear();
    expect(tokens.read()).toBeNull();
    expect(tokens.storage()).toBeUndefined();
  },
);
