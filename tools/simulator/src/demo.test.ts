import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block } from '@atalaia/contract/block/block';
import type { AlarmQueue } from '@atalaia/contract/desk/alarm';
import type { Board } from '@atalaia/contract/desk/desk';
import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import type { PaymentMismatch } from '@atalaia/contract/providers/payment-link';
import type { Driver } from '@atalaia/contract/rules/driver';
import type { Cockpit } from '@atalaia/contract/sinisters/cockpit';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { protocols as registered } from '@atalaia/protocols/registry';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signIn } from './demo/api-client.ts';
import { administrator, demoPassword, people } from './demo/company.ts';

/** The whole demonstration: the real server, its own PostgreSQL, 64 trackers over TCP. */
interface Demo {
  readonly process: ChildProcess;
  readonly baseUrl: string;
  output(): string;
}

const readyWithinMs = 60_000;
let dataDir = '';
let running: Demo | undefined;

function listening(port: number): Promise<Server | undefined> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => resolve(probe));
  });
}

async function freePort(): Promise<number> {
  const probe = await listening(0);
  const address = probe?.address();
  await new Promise((resolve) => probe?.close(resolve));
  if (!address || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Behind the last port of a protocol: who looks for an offset in another process finds it held. */
const heldPort = 5099;

/** An offset at which the port of every protocol is free, below those that the system gives to any connection. */
async function freeOffset(): Promise<number> {
  for (;;) {
    const offset = 8_000 + 100 * Math.floor(Math.random() * 149);
    const ports = [...registered.map(({ port }) => port), heldPort];
    const probes = await Promise.all(ports.map((port) => listening(port + offset)));
    await Promise.all(
      probes.map((probe) => new Promise((resolve) => probe?.close(resolve) ?? resolve(null))),
    );
    if (probes.every(Boolean)) return offset;
  }
}

async function startDemo(): Promise<Demo> {
  const port = await freePort();
  const program = fileURLToPath(new URL('./demo.ts', import.meta.url));
  const offset = await freeOffset();
  const child = spawn(process.execPath, [program, '--theft-pace', '20'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), PORT_OFFSET: String(offset) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  running = { process: child, baseUrl: `http://127.0.0.1:${port}`, output: () => text };
  const introduced = vi.waitUntil(
    () => text.includes(`password: ${demoPassword}`) || child.exitCode !== null,
    {
      timeout: readyWithinMs,
      interval: 100,
    },
  );
  await introduced;
  if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${text.slice(-2_000)}`);
  return running;
}

async function stopDemo(demo: Demo, signal: NodeJS.Signals): Promise<number | null> {
  running = undefined;
  if (demo.process.exitCode !== null) return demo.process.exitCode;
  const ended = new Promise<number | null>((resolve) => demo.process.once('exit', resolve));
  demo.process.kill(signal);
  return ended;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'atalaia-demo-'));
});

afterAll(async () => {
  if (running) await stopDemo(running, 'SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

test('[ROLE-01] [PAY-01] the demonstration shows moving vehicles to all four accounts, each its own', async () => {
  const demo = await startDemo();
  const admin = await signIn(demo.baseUrl, administrator, demoPassword);
  const positionsOf = () => admin.get<Position[]>('positions');
  await vi.waitFor(async () => expect(await positionsOf()).toHaveLength(68), {
    timeout: 30_000,
    interval: 500,
  });
  await vi.waitFor(
    async () => expect((await positionsOf()).filter(({ speed }) => speed > 2).length).toBeGreaterThan(20),
    { timeout: 40_000, interval: 1_000 },
  );
  const protocols = new Set((await positionsOf()).map(({ protocol }) => protocol));
  expect(protocols).toEqual(new Set(registered.map(({ name }) => name)));

  const drivers = new Set((await admin.get<Driver[]>('drivers')).map(({ uniqueId }) => uniqueId));
  const driven = (await positionsOf()).map(({ attributes }) => attributes.driverUniqueId).filter(Boolean);
  // not every protocol has words for a key
  expect(driven.length).toBeGreaterThan(5);
  for (const id of driven) expect(drivers).toContain(id);

  const seen: number[] = [];
  for (const { user } of people) {
    const api = await signIn(demo.baseUrl, user.email, demoPassword);
    seen.push((await api.get<Device[]>('devices')).length);
  }
  const [central, fleet = 0, client = 0] = seen;
  // four beside the fleet, whose trackers are silent
  expect(central).toBe(68);
  expect(fleet).toBeGreaterThan(5);
  expect(fleet).toBeLessThan(64);
  expect(client).toBeGreaterThan(0);
  expect(client).toBeLessThanOrEqual(5);

  // one firm is linked with the payment provider, and one there has its other here
  const operator = await signIn(demo.baseUrl, 'central@atalaia.local', demoPassword);
  expect(await operator.get<PaymentMismatch>('payments/unmatched')).toMatchObject({
    linkedCount: 1,
    pairCount: 1,
  });
}, 150_000);

test('[DESK-13] [DESK-16] [DESK-17] [SLA-03] the demonstration shows a desk at work, with its past days', async () => {
  if (!running) throw new Error('the first test left nothing running');
  const supervisor = await signIn(running.baseUrl, 'carla@atalaia.local', demoPassword);
  const open = () => supervisor.get<AlarmQueue>('desk/queue');
  await vi.waitFor(
    async () => {
      const { alarms } = await open();
      expect(new Set(alarms.map(({ severity }) => severity)).size).toBe(4);
      expect(new Set(alarms.map(({ state }) => state))).toEqual(new Set(['waiting', 'claimed', 'held']));
    },
    { timeout: 60_000, interval: 500 },
  );
  const board = await supervisor.get<Board>('desk/board');
  expect(board.operators.filter(({ duty }) => duty === 'on').length).toBeGreaterThanOrEqual(2);
  expect(board.byOperator.map(({ name }) => name)).toEqual(['Ana Ribeiro', 'Bruno Tavares', 'Carla Menezes']);
  expect(board.silences).toBe(3);
  expect(await supervisor.get<unknown[]>('no-communication')).toHaveLength(4);
  const period = new URLSearchParams({
    from: new Date(Date.now() - 6 * 86_400_000).toISOString(),
    to: new Date().toISOString(),
    limit: '1000',
  });
  expect((await supervisor.get<unknown[]>(`reports/alarms?${period}`)).length).toBeGreaterThan(300);
}, 150_000);

test('[COCK-01] [COCK-02] [BLOCK-05] [PROC-03] an administrator has a whole theft played, one at a time, to its end', async () => {
  if (!running) throw new Error('the first test left nothing running');
  const admin = await signIn(running.baseUrl, administrator, demoPassword);
  await admin.post('demo/theft', {});
  await expect(admin.post('demo/theft', {})).rejects.toMatchObject({ status: 409 });
  const caseOf = async () =>
    (await admin.get<Sinister[]>('sinisters?all=true')).find(({ openingType }) => openingType === 'robbery');
  await vi.waitFor(
    async () => expect(await caseOf()).toMatchObject({ status: 'closed', closingType: 'vehicleFound' }),
    { timeout: 120_000, interval: 1_000 },
  );
  const sinister = await caseOf();
  if (!sinister) throw new Error('no case');
  expect(sinister.occurrences.map(({ category }) => category)).toEqual(
    expect.arrayContaining(['promptResponseActivated', 'supportOnTheWay', 'supportArrivesOnSite']),
  );
  const blocks = await admin.get<Block[]>(`blocks?deviceId=${sinister.deviceId}`);
  expect(blocks.find(({ kind }) => kind === 'block')).toMatchObject({
    when: 'standstill',
    askedByName: 'Ana Ribeiro',
    confirmedByName: 'Carla Menezes',
  });
  await vi.waitFor(
    async () =>
      expect(
        (await admin.get<Block[]>(`blocks?deviceId=${sinister.deviceId}`)).map(({ kind, state }) => [
          kind,
          state,
        ]),
      ).toEqual([
        ['release', 'confirmed'],
        ['block', 'released'],
      ]),
    { timeout: 60_000, interval: 1_000 },
  );
  const { timeline } = await admin.get<Cockpit>(`sinisters/${sinister.id}/cockpit`);
  expect([...new Set(timeline.map(({ kind }) => kind))]).toEqual(
    expect.arrayContaining(['opened', 'closed', 'block', 'callOut', 'contactTry', 'step', 'alarm']),
  );
  await vi.waitFor(async () => {
    const { alarms } = await admin.get<AlarmQueue>('desk/queue');
    expect(alarms.filter(({ deviceId }) => deviceId === sinister.deviceId)).toEqual([]);
  }, 15_000);
}, 150_000);

test('it stops in order when told, and a second start registers nothing twice', async () => {
  if (!running) throw new Error('the first test left nothing running');
  expect(await stopDemo(running, 'SIGINT')).toBe(0);
  const again = await startDemo();
  expect(again.output()).toContain('The company is registered.');
  expect(again.output()).not.toContain("The desk's history");
  const admin = await signIn(again.baseUrl, administrator, demoPassword);
  // and the car that was stolen
  expect(await admin.get<Device[]>('devices')).toHaveLength(69);
  const nouns = ['customers', 'geofences', 'maintenance', 'notifications', 'sinisters'];
  const counts = await Promise.all(nouns.map(async (noun) => (await admin.get<unknown[]>(noun)).length));
  expect(counts).toEqual([4, 10, 3, 4, 1]);
  expect(await stopDemo(again, 'SIGTERM')).toBe(0);
}, 150_000);
