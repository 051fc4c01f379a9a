/** `npm run backup` and `npm run restore`, as an ordinary user on an installation of his own. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { bringInstall, checkOut, processesOf } from './checkout.ts';
import { ordinaryUser } from './person.ts';
import { type Running, read, runScript, signIn } from './running.ts';

const repository = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'atalaia-newcomer-'));
const clone = join(folder, 'clone');
const user = ordinaryUser(folder);
let running: Running | undefined;
afterEach(async () => {
  await running?.end('SIGKILL');
  await vi.waitUntil(() => processesOf(folder).length === 0, { timeout: 30_000 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [email, password] = ['admin@atalaia.local', 'uma-senha-longa'];

async function startServer(env: NodeJS.ProcessEnv = {}): Promise<Running> {
  running = await runScript(user, clone, ['start'], { ADMIN_PASSWORD: password, ...env });
  await running.ready();
  return running;
}

/** One of the two commands, to its end. */
async function run(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const command = await runScript(user, clone, ['run', ...words], env);
  expect(await command.ended, command.output()).toEqual({ code: 0, signal: null });
  return command.output();
}

/** A phone reports where it is; resolves once that is stored. */
async function report(origin: string, latitude: number): Promise<void> {
  const query = new URLSearchParams({ id: 'phone', lat: String(latitude), lon: '-46.6' });
  const answer = await fetch(`${origin}/osmand?${query}`);
  expect(answer.status).toBe(200);
}

const latitudes = async (origin: string, token: string) =>
  ((await read(origin, token, 'positions')) as { latitude: number }[]).map(({ latitude }) => latitude);

test('[OPS-05] an ordinary user backs up his server at work and at rest, and goes on elsewhere from the backup', async () => {
  // others may pass to his clone, and nobody may look into it
  await chmod(folder, 0o711);
  checkOut(clone, user);
  bringInstall(repository, clone);
  await chmod(clone, 0o700);

  const server = await startServer();
  const token = await signIn(server.origin, email, password);
  const made = await fetch(`${server.origin}/api/devices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Moto 7', uniqueId: 'phone' }),
  });
  expect(made.status).toBe(200);
  await report(server.origin, -23.5);
  const output = await run(['backup', '--', './backups']);
  expect(output).toMatch(/its server goes on working[\s\S]*every new file read back and found right/);
  expect(await latitudes(server.origin, token)).toEqual([-23.5]);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });

  expect(await run(['backup', '--', join(clone, 'backups')])).toMatch(/no server is at work/);
  expect(readdirSync(join(clone, 'backups'))).toHaveLength(2);
  expect(processesOf(folder), 'the database that it started').toEqual([]);

  const elsewhere = { DATA_DIR: join(folder, 'home', 'elsewhere') };
  expect(await run(['restore', '--', './backups'], elsewhere)).toMatch(/every table was read back/);
  const restored = await startServer(elsewhere);
  const stale = await fetch(`${restored.origin}/api/devices`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(stale.status, 'a session of then').toBe(401);
  const again = await signIn(restored.origin, email, password);
  expect(await read(restored.origin, again, 'devices')).toEqual([
    expect.objectContaining({ name: 'Moto 7', uniqueId: 'phone' }),
  ]);
  expect(await latitudes(restored.origin, again)).toEqual([-23.5]);
  await report(restored.origin, -22.9);
  await vi.waitFor(async () => expect(await latitudes(restored.origin, again)).toEqual([-22.9]), 10_000);
  expect(await restored.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(existsSync(join(elsewhere.DATA_DIR, 'restore-unfinished'))).toBe(false);
});
