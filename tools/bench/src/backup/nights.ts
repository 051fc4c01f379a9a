/**
 * Backups by stored days beside trackers that send (BACK-01): the first of ten million rows, the next night with a million
 * more, the restore of it, and how large the table becomes meanwhile whose rows change all the time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { databaseName } from '@atalaia/server/src/platform/db/database.ts';
import { runningAddress } from '@atalaia/server/src/platform/db/embedded/postmaster.ts';
import { createPool } from '@atalaia/server/src/platform/db/pool.ts';
import { pino } from 'pino';
import type { Benchmark } from '../benchmark.ts';
import { createFleet, fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { runCommand } from './backup.ts';
import type { Fill } from './fill-process.ts';
import type { PacedLoad, PacedPhase, PacedResult } from './pace-process.ts';

/** Each sends one position a second. */
const trackers = 2_000;
const claimedRows = 10_000_000;

export const nights: Benchmark = {
  name: 'nights',
  title: `Backups of two nights and a restore, ${claimedRows.toLocaleString('en')} positions beside ${trackers} a second`,
  stepMinutes: () => 60,
  async run(say, { backupRows }) {
    const server = await startServer({ env: { LOG_LEVEL: 'error' } });
    const folder = mkdtempSync(join(tmpdir(), 'atalaia-bench-nights-'));
    try {
      return await measure(server, folder, backupRows, say);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  server: RunningServer,
  folder: string,
  rows: number,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  const fleet = fleetOf(trackers);
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  say(`registering ${trackers} devices and storing ${rows} positions over 40 days`);
  await createFleet(api, fleet);
  const fill = async (positions: number, stored: Fill['stored']) => {
    await server.end();
    await startChild<Fill, number>(new URL('./fill-process.ts', import.meta.url), {
      ...{ dataDir: server.dataDir, positions, stored },
    }).output;
    await server.restart();
  };
  await fill(rows, 40);

  const place = join(folder, 'backups');
  say('the first backup');
  const share = rows / claimedRows;
  const backUp = async () => {
    const night = await besideTrackers(server, fleet, share, () =>
      runCommand('backup', place, server.dataDir),
    );
    say(
      `took ${Math.round(night.done.seconds)} s; device_state grew to ${night.grown.toFixed(2)} times its size`,
    );
    return night;
  };
  const first = await backUp();
  say('the next night');
  await fill(Math.ceil(rows / 10), 'sinceBackup');
  const next = await backUp();
  await server.end();
  say('a restore');
  const restored = await runCommand('restore', place, join(folder, 'restored'));
  return [
    { name: 'first backup', unit: 's', measured: first.done.seconds, limits: [atMost(180)] },
    { name: 'backup of the next night', unit: 's', measured: next.done.seconds, limits: [atMost(40)] },
    { name: 'restore', unit: 's', measured: restored.seconds, limits: [atMost(360)] },
    { name: 'rows, of those that the limits are for', unit: '', measured: share },
    {
      name: 'device_state, times its size before the first',
      unit: '',
      measured: first.grown,
      limits: [atMost(3)],
    },
    {
      name: 'device_state, times its size before the next',
      unit: '',
      measured: next.grown,
      limits: [atMost(3)],
    },
    {
      name: 'memory of the first backup, most',
      unit: 'MiB',
      measured: first.done.mostMib,
      limits: [atMost(400)],
    },
    {
      name: 'memory of the next backup, most',
      unit: 'MiB',
      measured: next.done.mostMib,
      limits: [atMost(400)],
    },
    { name: 'memory of the restore, most', unit: 'MiB', measured: restored.mostMib, limits: [atMost(400)] },
  ];
}

/** Some seconds after the trackers have begun; how many times its size `device_state` has at most meanwhile. */
async function besideTrackers<Done>(
  server: RunningServer,
  fleet: PacedLoad['fleet'],
  share: number,
  work: () => Promise<Done>,
): Promise<{ readonly done: Done; readonly grown: number }> {
  const address = runningAddress(server.dataDir, databaseName);
  if (address === undefined) throw new Error('no PostgreSQL is at work');
  const pool = createPool({ connectionString: address, connections: 1, log: pino({ level: 'error' }) });
  const size = async () => {
    const { rows } = await pool.query<{ bytes: number }>(
      `SELECT pg_relation_size('device_state')::float8 AS bytes`,
    );
    return rows[0]?.bytes ?? 0;
  };
  const begun = Promise.withResolvers<void>();
  const load = startChild<PacedLoad, PacedResult, PacedPhase>(
    new URL('./pace-process.ts', import.meta.url),
    { portOffset: server.portOffset, fleet, warmUpMs: 10_000, measureMs: Math.max(15_000, 150_000 * share) },
    (phase) => phase === 'alone' && begun.resolve(),
  );
  try {
    await begun.promise;
    const before = await size();
    let most = before;
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await sleep(500)) most = Math.max(most, await size());
    })();
    const done = await work().finally(() => {
      isOver = true;
    });
    await watching;
    return { done, grown: most / before };
  } finally {
    load.stop();
    await load.output.catch(() => undefined);
    await pool.end();
  }
}
