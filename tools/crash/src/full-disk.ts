/**
 * The disk of the database fills under load: `/health` must say so, nothing may be acknowledged that is not stored, and
 * when there is space again everything continues by itself. Then both sides are counted as after kills.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import { clusterFolder, killPostgres, postgresPid } from '@atalaia/fixtures/postgres-process';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { createPool } from '@atalaia/server/src/platform/db/pool.ts';
import { createRandom } from '@atalaia/simulator/random';
import { pino } from 'pino';
import { gotOver } from './blow.ts';
import type { CrashTracker } from './crash-tracker.ts';
import type { SmallDisk } from './small-disk.ts';
import { loadOn, sumOf, underLoad } from './under-load.ts';
import type { CountedVerdict } from './verdict.ts';

/**
 * What becomes of a database without space. `rows`: its tables cannot grow. `log`: its write-ahead log cannot, and it
 * is stopped in order before that ends it. `postgres`: it is killed, and cannot start. `server`: so is all of it, and is started when there is space.
 */
const kinds = ['rows', 'log', 'postgres', 'server'] as const;

type Kind = (typeof kinds)[number];

export interface FullDiskTest {
  readonly seed: number;
  readonly trackers: number;
  /** How long the disk stays full, ms. */
  readonly fullMs: number;
  readonly say: (text: string) => void;
}

/** `/health` must say it by then, ms. */
const reportedWithinMs = 5_000;
/** Larger than what a table has room for on a page it has already. */
const largeBytes = 200_000;

export async function runFullDiskTest(test: FullDiskTest, disk: SmallDisk): Promise<CountedVerdict> {
  const server = await startServer({ env: { LOG_LEVEL: 'error' }, parentFolder: disk.folder });
  const random = createRandom(test.seed, 'full disk');
  const wrongs: string[] = [];
  try {
    const api = await signInToApi(server.origin, administrator.email, administrator.password);
    const verdict = await underLoad(await loadOn(server, test.trackers), async (trackers) => {
      for (const kind of kinds) {
        await sleep(random.between(1_500, 3_000));
        const { summary, wrong } = await fillUp({ kind, server, disk, api, trackers, fullMs: test.fullMs });
        wrongs.push(...wrong.map((words) => `${kind}: ${words}`));
        test.say(`full disk, ${kind}: ${summary}, ${sumOf(trackers)} acknowledged`);
      }
    });
    return { ...verdict, wrongs: [...wrongs, ...verdict.wrongs] };
  } finally {
    await server.stop();
  }
}

interface Filling {
  readonly kind: Kind;
  readonly server: RunningServer;
  readonly disk: SmallDisk;
  readonly api: Api;
  readonly trackers: readonly CrashTracker[];
  readonly fullMs: number;
}

async function fillUp({ kind, server, disk, api, trackers, fullMs }: Filling) {
  const wrong: string[] = [];
  // others fill a disk more slowly than it ends
  if (kind === 'log') wrong.push(...(await endLog(server, disk)));
  disk.fill();
  // what others give back is taken at once, however long the server's answers take
  const filling = setInterval(disk.fill, 25);
  const startMs = performance.now();
  if (kind === 'postgres') killPostgres(server.dataDir);
  if (kind === 'server') {
    await server.kill();
    wrong.push(...(await wrongStart(server)));
  }
  let reportedMs: number | undefined;
  let acknowledged = sumOf(trackers);
  let movedMs = startMs;
  while (performance.now() - startMs < fullMs) {
    await sleep(100);
    if (kind === 'server') continue;
    const now = performance.now();
    if (sumOf(trackers) > acknowledged) {
      acknowledged = sumOf(trackers);
      movedMs = now;
    }
    const { status, cause } = await readHealth(server);
    if (cause === 'no-space') reportedMs ??= now - startMs;
    if (status === 'ready' && now - movedMs > reportedWithinMs) wrong.push('ready while nothing is stored');
    if (reportedMs !== undefined) wrong.push(...(await wrongAnswers(server, api)));
  }
  if (kind !== 'server' && (reportedMs ?? Number.POSITIVE_INFINITY) > reportedWithinMs) {
    wrong.push(`not reported as no-space within ${reportedWithinMs} ms`);
  }
  const before = trackers.map((tracker) => tracker.acknowledged);
  clearInterval(filling);
  disk.free();
  const freedMs = performance.now();
  if (kind === 'server') await server.restart();
  await gotOver(server, () => trackers.every((one, index) => one.acknowledged > (before[index] ?? 0)));
  const backMs = Math.round(performance.now() - freedMs);
  const summary =
    reportedMs === undefined ? 'nobody to tell it' : `reported after ${Math.round(reportedMs)} ms`;
  return {
    summary: `${summary}, all trackers acknowledged ${backMs} ms after it was freed`,
    wrong: [...new Set(wrong)],
  };
}

async function readHealth({ origin }: RunningServer): Promise<{ status?: string; cause?: string }> {
  const answer = await fetch(`${origin}/health`);
  return (await answer.json()) as { status?: string; cause?: string };
}

/** What needs space is refused as such. */
async function wrongAnswers({ origin }: RunningServer, { token }: Api): Promise<string[]> {
  const answer = await fetch(`${origin}/api/groups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Large', attributes: { note: randomBytes(largeBytes).toString('base64') } }),
  });
  const { code } = (await answer.json()) as { code?: string };
  return answer.status === 503 && code === 'no-space' ? [] : [`a write is answered ${answer.status} ${code}`];
}

/** A start that a full disk does not allow says why, in one line. */
async function wrongStart(server: RunningServer): Promise<string[]> {
  const before = server.output().length;
  try {
    await server.restart();
    await server.kill();
    return [];
  } catch {
    const said = server.output().slice(before).trim();
    return /^no space is left.*$/.test(said) ? [] : [`a start says: ${said}`];
  }
}

/** Where `pg_control` says what the cluster is in, and what it says after a stop in order. */
const stateAt = 16;
const stopped = 1;

/** Of a server that is ending: that it does so in order, by its own word, since its log has no room for any. */
async function wrongEnd({ dataDir }: RunningServer): Promise<string[]> {
  for (let tries = 0; postgresPid(dataDir) !== undefined; tries += 1) {
    if (tries === 1_000) return ['PostgreSQL does not end'];
    await sleep(5);
  }
  const state = readFileSync(join(clusterFolder(dataDir), 'global/pg_control')).readUInt32LE(stateAt);
  return state === stopped ? [] : [`PostgreSQL did not end in order: its state is ${state}`];
}

/** Slower than the supervisor looks, as trackers fill a file of it in a second or more. */
const fileEveryMs = 600;

/** Fills the disk and begins new files of the write-ahead log, until the server has been stopped for want of another. */
async function endLog(server: RunningServer, disk: SmallDisk): Promise<string[]> {
  const folder = readFileSync(join(server.dataDir, 'postgres-socket'), 'utf8');
  const pool = createPool({
    connectionString: `postgresql://atalaia@${encodeURIComponent(folder)}:5432/atalaia?sslmode=disable`,
    connections: 1,
    log: pino({ level: 'silent' }),
  });
  const beginFile = () =>
    pool.query("SELECT pg_logical_emit_message(true, 'crash', 'test'), pg_switch_wal()").then(
      () => true,
      () => false,
    );
  // the connection is made before, since a full disk refuses new ones
  while (await beginFile()) {
    disk.fill();
    await sleep(fileEveryMs);
  }
  await pool.end();
  return wrongEnd(server);
}
