import { argon2Sync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';

const password = 'Mar alto 8';
/** Stored with the least that argon2 takes, so that many are worked on in a moment. */
const cheap = (() => {
  const [memory, passes, parallelism] = [8, 1, 1];
  const nonce = randomBytes(16);
  const hash = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: 32,
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(nonce)}$${text(hash)}`;
})();

/** How many of those that ask in one moment are told to come again; the others are judged right. */
async function refusedOf(count: number, turnOf: (at: number) => { isFirst: boolean; key: string }) {
  const hasher = createPasswordHasher();
  const asked = Array.from({ length: count }, (_, at) => hasher.verify(password, cheap, turnOf(at)));
  const ends = await Promise.allSettled(asked);
  expect(ends.every((end) => end.status === 'rejected' || end.value)).toBe(true);
  const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ code: 'too-many-requests', details: { retryAfterSeconds: 2 } });
  return refusals.length;
}

test('[SEC-01] of one address six passwords wait beside the one that is worked on, known or not', async () => {
  for (const isFirst of [true, false]) {
    expect(await refusedOf(7, () => ({ isFirst, key: 'one' }))).toBe(0);
    expect(await refusedOf(9, () => ({ isFirst, key: 'one' }))).toBe(2);
  }
});

test('[SEC-01] of all addresses 49 wait, and as many of those who are known beside them', async () => {
  expect(await refusedOf(50, (at) => ({ isFirst: false, key: `${at}` }))).toBe(0);
  expect(await refusedOf(53, (at) => ({ isFirst: false, key: `${at}` }))).toBe(3);
  const mixed = (at: number) => ({ isFirst: at % 2 === 0, key: `${at}` });
  expect(await refusedOf(99, mixed)).toBe(0);
});
