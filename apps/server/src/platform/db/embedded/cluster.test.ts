import { expect, test } from 'vitest';
import { sharedBuffersMib } from './cluster.ts';

test('PostgreSQL keeps an eighth of the memory for its pages, from 256 MiB to 1 GiB', () => {
  const gib = 1024 ** 3;
  expect([1, 4, 6, 64].map((size) => sharedBuffersMib(size * gib))).toEqual([256, 512, 768, 1024]);
});
