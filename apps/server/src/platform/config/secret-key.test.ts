import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../../errors/config-error.ts';
import { secretKey } from './secret-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'atalaia-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('[OPS-01] a key is made once into DATA_DIR, for its owner only', () => {
  const key = secretKey({ dataDir, secretKey: undefined });
  expect(key).toHaveLength(32);
  expect(secretKey({ dataDir, secretKey: undefined })).toEqual(key);
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()).toBe(key.toString('hex'));
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
});

test('SECRET_KEY goes before the file, and makes none', () => {
  const key = secretKey({ dataDir, secretKey: 'ab'.repeat(32) });
  expect(key).toEqual(Buffer.alloc(32, 0xab));
  expect(() => statSync(join(dataDir, 'secret-key'))).toThrow(/ENOENT/);
});

test('a damaged key file is refused, never replaced', () => {
  writeFileSync(join(dataDir, 'secret-key'), 'half a ke');
  expect(() => secretKey({ dataDir, secretKey: undefined })).toThrow(ConfigError);
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe('half a ke');
});
