/** How long nobody is served: from a start to ready, in order and after a kill under load. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInToApi } from '@atalaia/fixtures/api';
import { postgresPid } from '@atalaia/fixtures/postgres-process';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { removeWithCluster } from '@atalaia/server/src/platform/db/embedded/placement.ts';
import type { Benchmark } from '../benchmark.ts';
import { createFleet, type FleetTracker, fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { onEndedServer, rawTimes, timesOf } from '../process/raw.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import type { EndlessLoad } from './load-process.ts';

const root = join(import.meta.dirname, '../../../..');
const plainStarts = 5;
const kills = 3;
const loadMs = 20_000;
const connections = 1000;
const dayMs = 86_400_000;

export const start: Benchmark = {
  name: 'start',
  title: 'From start to ready',
  async run(say) {
    // what a person starts: the launcher, which finds everything installed and built
    build();
    await using server = await startServer({ program: ['launch.mjs', 'start'], env: { LOG_LEVEL: 'error' } });
    const firstMs = server.startedInMs;
    say(`${plainStarts} plain starts`);
    const plain = await plainly(server);
    await server.end();
    say('PostgreSQL alone');
    const askOnce = (dataDir: string) => onEndedServer(dataDir, ({ pool }) => pool.query('SELECT 1'));
    const raw = await timesOf(() => askOnce(server.dataDir));
    const folder = mkdtempSync(join(tmpdir(), 'atalaia-raw-start-'));
    let made = 0;
    const rawFirst = await timesOf(() => askOnce(join(folder, String(made++))), 2);
    for (let number = 0; number < made; number += 1) removeWithCluster(join(folder, String(number)));
    rmSync(folder, { recursive: true, force: true });
    return [
      {
        name: 'plain start, everything installed',
        unit: 'ms',
        ...spreadOfTimes(plain),
        limits: [atMost(1500, 'p99')],
      },
      rawTimes(
        'an empty program of Node',
        await timesOf(async () => spawnSync(process.execPath, ['-e', '0'])),
      ),
      rawTimes('PostgreSQL starts on the same files, is asked once and stops', raw),
      {
        name: 'the very first start, which makes the database',
        unit: 'ms',
        measured: firstMs,
        limits: [atMost(2500)],
      },
      rawTimes('PostgreSQL makes its files, starts, is asked once and stops', rawFirst),
    ];
  },
};

export const recovery: Benchmark = {
  name: 'recovery',
  title: `From start to ready, after a kill under load of ${connections} connections`,
  async run(say) {
    // what the launcher becomes: it would end the server in order before the kill reached that
    build();
    await using server = await startServer({
      program: ['apps/server/dist/main.js'],
      env: { LOG_LEVEL: 'error', NODE_COMPILE_CACHE: join(root, 'node_modules/.atalaia-compiled') },
    });
    return await afterKills(server, say);
  },
};

function build(): void {
  const { status } = spawnSync(process.execPath, ['launch.mjs', 'build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the server could not be built; the lines above say why');
}

async function plainly(server: RunningServer): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < plainStarts; round += 1) {
    await server.end();
    await server.restart();
    times.push(server.startedInMs);
  }
  return times;
}

async function afterKills(server: RunningServer, say: (text: string) => void): Promise<readonly Figure[]> {
  const fleet = fleetOf(connections);
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  say(`registering ${connections} devices`);
  await createFleet(api, fleet);

  const firstFixMs = Math.floor(Date.now() / dayMs) * dayMs - dayMs * (2 * kills + 1);
  const serverKilled: number[] = [];
  const bothKilled: number[] = [];
  const replayed: number[] = [];
  const replayMs: number[] = [];
  for (let round = 0; round < 2 * kills; round += 1) {
    const both = round % 2 === 1;
    say(`${loadMs / 1000} s of load, then kill -9 of the server${both ? ' and of its PostgreSQL' : ''}`);
    await killUnderLoad(server, fleet, firstFixMs + round * dayMs, both);
    await server.restart();
    if (both) {
      replayed.push(replayedMib(server.dataDir));
      replayMs.push(replayTimeMs(server.dataDir));
    }
    (both ? bothKilled : serverKilled).push(server.startedInMs);
  }
  return [
    {
      name: 'kill -9 of the server',
      unit: 'ms',
      ...spreadOfTimes(serverKilled),
      limits: [atMost(4_000, 'p99')],
    },
    {
      name: 'kill -9 of the server and its PostgreSQL',
      unit: 'ms',
      ...spreadOfTimes(bothKilled),
      limits: [atMost(4_000, 'p99')],
    },
    { name: 'log replayed by PostgreSQL then', unit: 'MiB', ...spreadOfTimes(replayed) },
    rawTimes('PostgreSQL replays that log, by its own words', replayMs),
  ];
}

async function killUnderLoad(
  server: RunningServer,
  fleet: readonly FleetTracker[],
  firstFixMs: number,
  both: boolean,
): Promise<void> {
  const loading = Promise.withResolvers<void>();
  const load = startChild<EndlessLoad, number, 'loading'>(
    new URL('./load-process.ts', import.meta.url),
    { portOffset: server.portOffset, fleet, firstFixMs },
    () => loading.resolve(),
  );
  load.output.catch(loading.reject);
  await loading.promise;
  await new Promise((resolve) => setTimeout(resolve, loadMs));
  const postgres = postgresPid(server.dataDir);
  // PostgreSQL first: its parent's end would let it stop in order
  if (both && postgres !== undefined) process.kill(postgres, 'SIGKILL');
  await server.kill();
  load.stop();
  await load.output;
}

/** How much of its log PostgreSQL replayed at its last start, MiB, by its own words in the server's log; 0 for none. */
function replayedMib(dataDir: string): number {
  const text = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  const from = lastPlace(text, /redo starts at ([0-9A-F]+\/[0-9A-F]+)/g);
  const to = lastPlace(text, /redo done at ([0-9A-F]+\/[0-9A-F]+)/g);
  return from === undefined || to === undefined ? 0 : (to - from) / 2 ** 20;
}

/** How long that took, ms, by its own words; 0 where there was nothing to replay. */
function replayTimeMs(dataDir: string): number {
  const text = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  return Number([...text.matchAll(/redo done at .* elapsed: ([0-9.]+) s/g)].at(-1)?.[1] ?? 0) * 1000;
}

/** A place in the log, in bytes from its beginning: `high/low`, hexadecimal. */
function lastPlace(text: string, pattern: RegExp): number | undefined {
  const place = [...text.matchAll(pattern)].at(-1)?.[1];
  if (place === undefined) return undefined;
  const [high = '0', low = '0'] = place.split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}
