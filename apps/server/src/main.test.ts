/** The server as a process of its own: how it starts, refuses to, loses its database, and ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect, createServer, type Server, type Socket as TcpSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gt06 } from '@atalaia/protocols/gt06/gt06';
import { afterEach, expect, test, vi } from 'vitest';
import { gt06Login } from './ingest/testing/gt06-packets.ts';

// a first start makes a database cluster, beside whatever else this machine does
vi.setConfig({ testTimeout: 90_000 });

const started: ChildProcess[] = [];
const folders: string[] = [];
const takers: (Server | Socket)[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
  for (const taker of takers.splice(0)) taker.close();
  for (const folder of folders.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-main-'));
  folders.push(folder);
  return folder;
}

/** `openFiles`: how many descriptors the process may have; by default, as many as this one. */
function start(env: Record<string, string> = {}, openFiles?: number) {
  const dataDir = env.DATA_DIR ?? makeFolder();
  // with the ports of the protocols it stays below those that the system gives to anybody
  const portOffset = 20_000 + Math.floor(Math.random() * 7_000);
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles} && `;
  const program = [process.execPath, join(import.meta.dirname, 'main.ts')];
  // as the launcher starts it
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...program], {
    env: {
      PATH: process.env.PATH,
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      HOST: '127.0.0.1',
      PORT: '0',
      PROTOCOLS: 'osmand',
      PORT_OFFSET: String(portOffset),
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const line = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [, found] = pattern.exec(output) ?? [];
      if (found) return found;
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output}`);
      await sleep(20);
    }
  };
  return { child, dataDir, portOffset, line, errors: text(child.stderr), output: () => output };
}

async function signIn(origin: string, password: string): Promise<{ status: number; token: string }> {
  const body = new URLSearchParams({ email: 'admin@atalaia.local', password });
  const answer = await fetch(`${origin}/api/session`, { method: 'POST', body });
  return { status: answer.status, ...((await answer.json()) as { token: string }) };
}

test('a start prints the address and the password it made; a stop by SIGTERM ends with 0', async () => {
  const { child, line, output, errors } = start();
  const origin = await line(/Atalaia is ready: (\S+)/);
  const password = await line(/Password, shown this once: (\S+)/);
  expect(await (await fetch(`${origin}/health`)).json()).toEqual({
    status: 'ready',
    database: 'ready',
    ingest: 'ready',
  });
  expect(await (await fetch(`${origin}/health?live`)).json()).toEqual({ status: 'live' });
  expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(
    /atalaia_ingest_connections[\s\S]*atalaia_live_clients|atalaia_live_clients[\s\S]*atalaia_ingest_connections/,
  );
  const { status, token } = await signIn(origin, password);
  expect(status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await errors).toBe('');
  expect(output()).not.toContain(token);
});

test('a wrong setting ends the start with 2 and one line that says which and why', async () => {
  const { child, errors } = start({ PORT: 'eighty' });
  expect(await once(child, 'exit')).toEqual([2, null]);
  expect(await errors).toMatch(/^PORT=eighty .*\n$/);
});

/** A port that somebody has, over TCP or UDP, until the test ends. */
async function takenPort(transport: 'tcp' | 'udp'): Promise<number> {
  const taker =
    transport === 'tcp'
      ? createServer().listen(0, '127.0.0.1')
      : createSocket('udp4').bind({ port: 0, address: '127.0.0.1' });
  takers.push(taker);
  await once(taker, 'listening');
  return (taker.address() as { port: number }).port;
}

/**
 * A port that is free, and that the system gives to nobody: a start makes a database before it listens, which may take
 * many seconds, and one above 32767 may by then be any connection's.
 */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 8_000);
    const taker = createServer().listen(port, '127.0.0.1');
    const isFree = await once(taker, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    taker.close();
    await once(taker, 'close');
    return port;
  }
}

const teltonikaPort = 5027;

test.each([
  ['web', 'tcp', (port: number) => ({ PORT: String(port) }), /^port \d+ is taken: .*PORT=<number>\n$/],
  [
    'tracker',
    'tcp',
    (port: number) => ({ PROTOCOLS: 'teltonika', PORT_OFFSET: String(port - teltonikaPort) }),
    /^port \d+ \(teltonika, tcp\) is taken: set PORT_OFFSET .*PROTOCOLS.*\n$/,
  ],
  [
    'tracker',
    'udp',
    (port: number) => ({ PROTOCOLS: 'teltonika', PORT_OFFSET: String(port - teltonikaPort) }),
    /^port \d+ \(teltonika, udp\) is taken: set PORT_OFFSET .*PROTOCOLS.*\n$/,
  ],
] as const)(
  '[OPS-01] a taken %s port (%s) ends the start with 2 and one line, before anything is made; the password is shown by the start that goes well',
  async (_what, transport, settings, line) => {
    const DATA_DIR = makeFolder();
    const port = await takenPort(transport);
    const { child, errors, output } = start({ DATA_DIR, ...settings(port) });
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(await errors).toMatch(line);
    expect(await errors).toContain(String(port));
    expect([output(), readdirSync(DATA_DIR)]).toEqual(['', []]);
    if (transport === 'udp') return;
    const next = start({ DATA_DIR });
    const origin = await next.line(/Atalaia is ready: (\S+)/);
    expect((await signIn(origin, await next.line(/Password, shown this once: (\S+)/))).status).toBe(200);
  },
);

test('[OPS-01] a start that loses a port only when it listens shows no password, and the next one does', async () => {
  const DATA_DIR = makeFolder();
  const port = await findFreePort();
  // the web and a tracker protocol are given the same one: it is free until the first of them listens
  const both = { DATA_DIR, PROTOCOLS: 'teltonika' };
  const clash = start({ ...both, PORT: String(port), PORT_OFFSET: String(port - teltonikaPort) });
  expect(await once(clash.child, 'exit')).toEqual([2, null]);
  expect(await clash.errors).toMatch(/^port \d+ \(teltonika, tcp\) is taken: .*\n$/);
  expect(clash.output()).not.toContain('Password');
  const next = start(both);
  const origin = await next.line(/Atalaia is ready: (\S+)/);
  expect((await signIn(origin, await next.line(/Password, shown this once: (\S+)/))).status).toBe(200);
});

test('a database that dies is not ready, and work goes on by itself when it is back', async () => {
  const { dataDir, line } = start();
  const origin = await line(/Atalaia is ready: (\S+)/);
  const { token } = await signIn(origin, await line(/Password, shown this once: (\S+)/));
  const ask = async () =>
    (await fetch(`${origin}/api/devices`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await ask()).toBe(200);
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(postmaster, 'SIGKILL');
  const statuses = new Set<number>();
  for (const endMs = Date.now() + 15_000; Date.now() < endMs; await sleep(20)) {
    statuses.add(await ask());
    if (statuses.has(503) && (await fetch(`${origin}/health`)).status === 200 && (await ask()) === 200) break;
  }
  expect([...statuses]).toEqual(expect.arrayContaining([503]));
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await ask()).toBe(200);
});

test('[ING-11] connections that are only held on the web port leave trackers and people theirs', async () => {
  const { child, line, portOffset } = start({ PROTOCOLS: 'gt06' }, 512);
  const origin = await line(/Atalaia is ready: (\S+)/);
  const password = await line(/Password, shown this once: (\S+)/);
  const { token } = await signIn(origin, password);
  const imeis = Array.from({ length: 50 }, (_, index) => `8600000000071${String(index).padStart(2, '0')}`);
  for (const uniqueId of imeis) {
    const body = JSON.stringify({ uniqueId, name: uniqueId });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect((await fetch(`${origin}/api/devices`, { method: 'POST', headers, body })).status).toBe(200);
  }

  const sockets: TcpSocket[] = [];
  const open = async (port: number, localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket.on('error', () => undefined));
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    return socket;
  };
  const webPort = Number(new URL(origin).port);
  for (let one = 0; one < 600; one += 1) await open(webPort, `127.0.0.${2 + (one % 20)}`);
  const trackers = imeis.map(async (imei) => {
    const tracker = await open(gt06.port + portOffset, '127.0.0.1');
    tracker.write(gt06Login(imei));
    const [answer] = (await Promise.race([once(tracker, 'data'), once(tracker, 'close')])) as [unknown];
    return answer instanceof Buffer && answer.length === 10;
  });
  expect((await Promise.all(trackers)).filter(Boolean)).toHaveLength(50);
  // a person's browser, which has no connection yet
  const page = get(`${origin}/health`, { agent: false });
  const [answer] = (await once(page, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expect((await signIn(origin, password)).status).toBe(200);

  const metrics = await text(
    (await once(get(`${origin}/metrics`, { agent: false }), 'response'))[0] as IncomingMessage,
  );
  expect(Number(/^atalaia_http_connections (\d+)/m.exec(metrics)?.[1])).toBeLessThanOrEqual(128);
  expect(metrics).toMatch(/^atalaia_http_connections_ended_total\{reason="gave-way"\} \d{3}/m);
  expect(readdirSync(`/proc/${child.pid}/fd`).length).toBeLessThan(512 - 64);
  for (const socket of sockets) socket.destroy();
});
