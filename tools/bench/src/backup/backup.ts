/** How long a backup and a restore take, what they hold in memory, and what trackers notice of a backup. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import type { Benchmark } from '../benchmark.ts';
import { createFleet, fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { watchMemory } from '../process/memory.ts';
import { atMost, type Figure } from '../report/figure.ts';
import type { Fill } from './fill-process.ts';
import type { PacedLoad, PacedPhase, PacedResult } from './pace-process.ts';

const positions = 1_000_000;
const trackers = 1_000;
const root = join(import.meta.dirname, '../../../..');

export const backup: Benchmark = {
  name: 'backup',
  title: `Backup and restore, ${positions.toLocaleString('en')} positions`,
  stepMinutes: () => 30,
  async run(say) {
    const server = await startServer({ env: { LOG_LEVEL: 'error' } });
    const folder = mkdtempSync(join(tmpdir(), 'atalaia-bench-backup-'));
    try {
      return await measure(server, folder, say);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  server: RunningServer,
  folder: string,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  const fleet = fleetOf(trackers);
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  say(`registering ${trackers} devices and storing ${positions} positions`);
  await createFleet(api, fleet);
  await server.end();
  await startChild<Fill, number>(new URL('./fill-process.ts', import.meta.url), {
    dataDir: server.dataDir,
    positions,
    stored: 40,
  }).output;
  await server.restart();

  say('a backup, its server at work and idle');
  const place = join(folder, 'backups');
  const made = await runCommand('backup', place, server.dataDir);
  const [name = ''] = readdirSync(place);
  const bytes = sizeOf(join(place, name));

  say(`${trackers} positions a second, alone and beside backups`);
  const paced = await besideBackups(server, fleet, folder);
  await server.end();

  say('a restore');
  const restored = await runCommand('restore', place, join(folder, 'restored'));
  return [
    { name: 'backup, its server at work', unit: 's', measured: made.seconds },
    { name: 'its size', unit: 'MB', measured: bytes / 1e6 },
    { name: 'memory of the backup, most', unit: 'MiB', measured: made.mostMib, limits: [atMost(400)] },
    { name: 'restore into an empty DATA_DIR', unit: 's', measured: restored.seconds },
    { name: 'memory of the restore, most', unit: 'MiB', measured: restored.mostMib, limits: [atMost(400)] },
    { name: `packet to acknowledgement at ${trackers} positions/s, alone`, unit: 'ms', ...paced.alone },
    {
      name: `packet to acknowledgement at ${trackers} positions/s, beside a backup`,
      unit: 'ms',
      ...paced.beside,
      limits: [atMost(1000, 'p99')],
    },
  ];
}

/** One backup after another for as long as the second phase lasts. */
async function besideBackups(
  server: RunningServer,
  fleet: PacedLoad['fleet'],
  folder: string,
): Promise<PacedResult> {
  let backups: Promise<void> = Promise.resolve();
  let isBeside = false;
  const keepBackingUp = async () => {
    for (let number = 0; isBeside; number += 1) {
      const place = join(folder, `beside-${number}`);
      await runCommand('backup', place, server.dataDir);
      rmSync(place, { recursive: true });
    }
  };
  const paced = await startChild<PacedLoad, PacedResult, PacedPhase>(
    new URL('./pace-process.ts', import.meta.url),
    { portOffset: server.portOffset, fleet, warmUpMs: 5_000, measureMs: 20_000 },
    (phase) => {
      isBeside = phase === 'beside';
      if (isBeside) backups = keepBackingUp();
    },
  ).output;
  await backups;
  return paced;
}

export async function runCommand(name: 'backup' | 'restore', place: string, dataDir: string) {
  const startMs = performance.now();
  const child = spawn(process.execPath, [`apps/server/src/${name}.ts`, place], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const memory = watchMemory(child.pid ?? 0);
  const code = await endOf(child).finally(memory.stop);
  const seconds = (performance.now() - startMs) / 1000;
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  // a process that has just ended has no size
  const sizes = memory.take().map(({ mib }) => mib);
  return { seconds, mostMib: Math.max(...sizes.filter(Number.isFinite)) };
}

const endOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
