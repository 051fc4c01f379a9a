import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';

const { ask, kysely, services } = await createTestApp();
const dataDir = mkdtempSync(join(tmpdir(), 'atalaia-first-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const email = 'admin@atalaia.local';
let shown: string[] = [];
beforeEach(async () => {
  shown = [];
  await kysely.deleteFrom('users').execute();
});

const parts = {
  kysely,
  commit: services.commit,
  hashPassword: services.passwords.hash,
  email,
  password: undefined as string | undefined,
  dataDir,
  show: (_email: string, password: string) => void shown.push(password),
};
const signIn = (password: string) => ask('POST', '/api/session', { body: { email, password } });

test('an installation gets an administrator whose made password is shown once and works', async () => {
  await ensureFirstAdministrator(parts);
  await ensureFirstAdministrator(parts);
  expect(shown).toEqual([expect.stringMatching(/^[\w-]{16}$/)]);
  expect((await signIn(shown[0] ?? '')).body).toMatchObject({
    administrator: true,
    deviceLimit: -1,
    userLimit: -1,
  });
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a password that was given is used and not shown', async () => {
  await ensureFirstAdministrator({ ...parts, password: 'given-1234' });
  expect(shown).toEqual([]);
  expect((await signIn('given-1234')).status).toBe(200);
  await ensureFirstAdministrator({ ...parts, password: 'later-5678' });
  expect((await signIn('later-5678')).status).toBe(401);
});

test('a crash before the account stands, or before the password was shown, makes no second password', async () => {
  const crash = async () => {
    throw new Error('crash');
  };
  await expect(ensureFirstAdministrator({ ...parts, commit: crash as never })).rejects.toThrow('crash');
  const path = join(dataDir, 'first-password');
  expect(existsSync(path) && statSync(path).mode & 0o777).toBe(0o600);
  const made = readFileSync(path, 'utf8').trim();
  const showAndCrash = (_email: string, password: string) => {
    shown.push(password);
    throw new Error('crash');
  };
  await expect(ensureFirstAdministrator({ ...parts, show: showAndCrash })).rejects.toThrow('crash');
  await ensureFirstAdministrator(parts);
  await ensureFirstAdministrator(parts);
  expect(shown).toEqual([made, made]);
  expect((await signIn(shown[0] ?? '')).status).toBe(200);
});

test('two servers that start at once make one administrator', async () => {
  await Promise.all([
    ensureFirstAdministrator({ ...parts, password: 'given-1234' }),
    ensureFirstAdministrator({ ...parts, password: 'given-1234' }),
  ]);
  expect(await kysely.selectFrom('users').select('id').execute()).toHaveLength(1);
});
