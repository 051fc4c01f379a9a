/**
 * `npm run demo`, as an ordinary user with a closed home, without npm's install scripts; and as the account that runs the
 * tests.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { bringInstall, checkOut, processesOf } from './checkout.ts';
import { oneself, ordinaryUser, type Person } from './person.ts';
import { type Running, read, runScript, signIn } from './running.ts';

const folder = mkdtempSync(join(tmpdir(), 'atalaia-newcomer-'));
let running: Running | undefined;
afterEach(async () => {
  await running?.end('SIGKILL');
  await vi.waitUntil(() => processesOf(folder).length === 0, { timeout: 30_000 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const accounts = [
  'admin@atalaia.local',
  'central@atalaia.local',
  'frota@atalaia.local',
  'cliente@atalaia.local',
];

interface Place {
  readonly deviceId: number;
  readonly fixTime: string;
  readonly latitude: number;
}

async function demo(person: Person, clone: string, env: NodeJS.ProcessEnv = {}): Promise<Running> {
  running = await runScript(person, clone, ['run', 'demo'], env);
  await running.ready();
  return running;
}

/** Every account signs in and sees vehicles that move. */
async function expectMovingVehicles({ origin }: Running): Promise<void> {
  const places = async (token: string) => (await read(origin, token, 'positions')) as Place[];
  for (const account of accounts) {
    const token = await vi.waitUntil(
      () => signIn(origin, account, 'demo1234').catch(() => undefined),
      60_000,
    );
    // the vehicles without communication have a place at once, and never another
    const first = new Map<number, number>();
    await vi.waitFor(
      async () => {
        const now = await places(token);
        for (const { deviceId, latitude } of now) if (!first.has(deviceId)) first.set(deviceId, latitude);
        const moved = now.filter(({ deviceId, latitude }) => first.get(deviceId) !== latitude);
        expect(moved, account).not.toEqual([]);
      },
      { timeout: 60_000, interval: 500 },
    );
  }
}

const clone = join(folder, 'clone');
const user = ordinaryUser(folder);

test('[OPS-01] an ordinary user without install scripts sees moving vehicles in all four accounts', async () => {
  // others may pass to his clone, and nobody may look into it
  await chmod(folder, 0o711);
  checkOut(clone, user);
  await chmod(clone, 0o700);
  const server = await demo(user, clone, { npm_config_ignore_scripts: 'true' });
  await expectMovingVehicles(server);
  expect(server.output()).toContain('demo1234');
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(processesOf(clone)).toEqual([]);
});

test('[OPS-02] after a kill the demonstration starts again on what it had', async () => {
  const killed = await demo(user, clone);
  await killed.end('SIGKILL');
  const server = await demo(user, clone);
  expect(server.output()).not.toContain('installing');
  await expectMovingVehicles(server);
});

test.each(['demo.ts', 'launch.mjs'])(
  '[OPS-02] when %s is killed, all of it ends, and the next start needs no help',
  async (program) => {
    const killed = await demo(user, clone);
    const found = processesOf(clone).find(({ command }) => command.includes(program));
    process.kill(found!.pid, 'SIGKILL');
    await killed.ended;
    await demo(user, clone, killed.ports);
  },
);

test.runIf(process.getuid?.() === 0)('[OPS-01] root sees the same', async () => {
  const roots = join(folder, 'root');
  checkOut(roots, oneself());
  await chmod(roots, 0o700);
  bringInstall(clone, roots);
  await expectMovingVehicles(await demo(oneself(), roots));
});
