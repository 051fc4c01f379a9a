import { release } from 'node:os';
import { expect, test } from 'vitest';
import { durableSettings, sharedBuffersMib, syncMethod } from './cluster.ts';

test('PostgreSQL keeps an eighth of the memory for its pages, from 256 MiB to 1 GiB', () => {
  const gib = 1024 ** 3;
  expect([1, 4, 6, 64].map((size) => sharedBuffersMib(size * gib))).toEqual([256, 512, 768, 1024]);
});

test('[OPS-02] a start after a kill waits for the file system as a whole where that tells of errors, else file by file', () => {
  expect(
    ['4.19.0-27-amd64', '5.4.0', '5.8.0-1', '5.15.0', '6.1.0-13-amd64', '', 'odd'].map((version) =>
      syncMethod('linux', version),
    ),
  ).toEqual([...['fsync', 'fsync', 'syncfs', 'syncfs', 'syncfs', 'fsync', 'fsync']]);
  expect(syncMethod('darwin', '24.6.0')).toBe('fsync');
  expect(durableSettings.recovery_init_sync_method).toBe(syncMethod(process.platform, release()));
});
