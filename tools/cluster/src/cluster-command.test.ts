/** `npm run cluster` as a person starts it, and ends it with Ctrl+C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { signInToApi } from '@atalaia/fixtures/api';
import { findFreePorts } from '@atalaia/fixtures/free-ports';
import { administrator, demoPassword } from '@atalaia/simulator/demo/company';
import { beforeAll, expect, test } from 'vitest';
import { isAgreedBy, requirePrograms, usualPrograms } from './debian-packages.ts';

beforeAll(() => requirePrograms(usualPrograms, isAgreedBy([])));

const patient = { timeout: 90_000 };
/** A line of what it prints: a name, an address, and the number of its process. */
const partLine = /^(Atalaia|web-\d|ingest-\d|jobs-\d|nats-\d) +(\S+) +(?:proxy )?(\d+)/gm;

test('[SCALE-07] one command starts three NATS servers, two processes of each role and a proxy in front, the demonstration’s fleet drives through it, and Ctrl+C ends all', async () => {
  const { port, portOffset } = await findFreePorts();
  const startMs = Date.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, PORT: `${port}`, PORT_OFFSET: `${portOffset}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'exit');
  try {
    const introduced = expect.poll(() => said, patient).toContain('password:');
    await Promise.race([introduced, ended.then(() => Promise.reject(new Error('it ended')))]);
    const parts = [...said.matchAll(partLine)].map(([, name, address = '', pid]) => ({
      ...{ name, address, pid: Number(pid) },
    }));
    expect(parts.map(({ name }) => name)).toEqual([
      ...[
        'Atalaia',
        'web-1',
        'web-2',
        'ingest-1',
        'ingest-2',
        'jobs-1',
        'jobs-2',
        'nats-1',
        'nats-2',
        'nats-3',
      ],
    ]);
    const folders = parts.map(({ pid }) => `/proc/${pid}`);
    expect(folders.filter((folder) => !existsSync(folder))).toEqual([]);
    for (const { address } of parts.slice(1, 7)) expect((await fetch(`${address}/health`)).status).toBe(200);

    const api = await signInToApi(`http://127.0.0.1:${port}`, administrator, demoPassword);
    const arrived = async () => {
      const positions = await api.get<readonly { readonly serverTime: string }[]>('positions');
      return positions.filter(({ serverTime }) => Date.parse(serverTime) > startMs).length;
    };
    await expect.poll(arrived, patient).toBeGreaterThan(40);

    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${said.slice(-4_000)}`);
  } finally {
    child.kill('SIGINT');
    await ended;
  }
});
