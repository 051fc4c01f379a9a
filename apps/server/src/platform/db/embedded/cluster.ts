import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { release, totalmem } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { DatabaseRefused } from '../../../errors/database-errors.ts';
import { unfinishedRestore } from '../backup-marks.ts';
import { linkLibraries, locateEarlierPrograms, locatePrograms, type Programs } from './binaries.ts';
import { existingCluster, type Placement, placeWithin } from './placement.ts';
import { processName, runningPid } from './processes.ts';

/** The superuser of an embedded cluster. Its socket is in a folder that only its owner can enter. */
export const superuser = 'atalaia';

const run = promisify(execFile);

/** A cluster that is being made before somebody holds its lock. */
interface Begun {
  readonly folders: MadeFolders;
  readonly clusterDir: string;
  readonly draft: string;
  readonly making: ReturnType<typeof makeCluster>;
  /** Why it was not made. Never rejects: who wants it makes one again. */
  readonly failure: Promise<string | undefined>;
}

/** The folder of the data, and the highest of those that were made for it; none where it was there. */
interface MadeFolders {
  readonly dataDir: string;
  readonly highest: string | undefined;
}

let begun: Begun | undefined;

/**
 * Begins to make the cluster of a first start, which takes a core for most of a second, while the start reads its programs.
 * Nothing, and false, where there is one, a restore left something, or it would live elsewhere than in `dataDir`: nobody
 * knows yet whether the start will be refused. It becomes the cluster in `ensureCluster`.
 */
export function beginCluster(dataDir: string): boolean {
  if (existingCluster(dataDir) !== undefined || unfinishedRestore(dataDir) !== undefined) return false;
  const programs = locatePrograms();
  linkLibraries(programs);
  const folders = { dataDir, highest: mkdirSync(dataDir, { recursive: true, mode: 0o700 }) };
  let isBegun = false;
  try {
    const place = placeWithin(dataDir, programs);
    isBegun = place !== undefined && beginAt(place, folders);
  } finally {
    if (!isBegun) removeMade(folders);
  }
  return isBegun;
}

function beginAt(place: Placement, folders: MadeFolders): boolean {
  const { clusterDir } = place;
  if (existsSync(clusterDir)) return false;
  const draft = `${clusterDir}${begunEnd}${processName()}`;
  rmSync(draft, { recursive: true, force: true });
  const making = makeCluster(place, draft);
  const failure = making.then(() => undefined, reasonOf);
  begun = { folders, clusterDir, draft, making, failure };
  return true;
}

/** Gives up what was begun and became no cluster, with the folders that were made for it. */
export async function abandonCluster(): Promise<void> {
  const given = begun;
  await giveUpBegun();
  if (given !== undefined) removeMade(given.folders);
}

async function giveUpBegun(): Promise<void> {
  const given = begun;
  begun = undefined;
  if (given === undefined) return;
  given.making.child.kill('SIGINT');
  await given.failure;
  rmSync(given.draft, { recursive: true, force: true });
}

/** From the folder of the data up; one that holds something else stays, and those above it. */
function removeMade({ dataDir, highest }: MadeFolders): void {
  if (highest === undefined) return;
  try {
    for (let path = resolve(dataDir); ; path = dirname(path)) {
      rmdirSync(path);
      if (path === resolve(highest)) return;
    }
  } catch {
    // something else is in it
  }
}

/** In the words of initdb where it said some. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && 'stderr' in error && error.stderr !== ''
    ? String(error.stderr).trim()
    : String(error);

const begunEnd = '.begun-';

/**
 * Makes the cluster when there is none, whole or not at all, and refuses one that the major version of these programs did
 * not make. Its lock is held.
 */
export async function ensureCluster(place: Placement, dataDir: string, log: Logger): Promise<void> {
  const { clusterDir } = place;
  const given = begun?.clusterDir === clusterDir ? begun : undefined;
  const draft = `${clusterDir}.new`;
  removeBegun(clusterDir, given?.draft);
  rmSync(draft, { recursive: true, force: true });
  if (existsSync(clusterDir)) {
    // made by another first start meanwhile
    if (given) await giveUpBegun();
    return checkVersion(place.programs, clusterDir, dataDir);
  }
  if (given && (await becomesCluster(given, log))) return;
  try {
    await makeCluster(place, draft);
  } catch (error) {
    throw new DatabaseRefused(`initdb could not make ${draft}: ${reasonOf(error)}`);
  }
  renameSync(draft, clusterDir);
}

/** False where it broke, which is said: the next try may end otherwise. */
async function becomesCluster(given: Begun, log: Logger): Promise<boolean> {
  const reason = (await given.failure) ?? (existsSync(given.draft) ? undefined : 'it was removed');
  if (reason !== undefined) {
    log.warn({ draft: given.draft, reason }, 'initdb could not make the cluster: it is tried once more');
    rmSync(given.draft, { recursive: true, force: true });
    return false;
  }
  begun = undefined;
  renameSync(given.draft, given.clusterDir);
  return true;
}

/** What starts left that were killed. One that lives may be about to use its own. */
function removeBegun(clusterDir: string, own: string | undefined): void {
  const start = `${basename(clusterDir)}${begunEnd}`;
  for (const name of readdirSync(dirname(clusterDir))) {
    const path = join(dirname(clusterDir), name);
    if (!name.startsWith(start) || path === own) continue;
    const pid = runningPid(name.slice(start.length));
    if (pid === undefined || pid === process.pid) rmSync(path, { recursive: true, force: true });
  }
}

/** Names sort by ICU collations where a query says so; the rest by code point, which never changes with the machine. */
function makeCluster({ programs, runAs }: Placement, draft: string) {
  const [file = '', ...args] = [
    ...runAs.prefix,
    join(programs.folder, 'bin/initdb'),
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  return run(file, args, { ...runAs.account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } });
}

function checkVersion({ version }: Programs, clusterDir: string, dataDir: string): void {
  const made = majorOf(clusterDir);
  const [runs] = version.split('.');
  if (made === runs) return;
  const release = releaseOf(dataDir);
  const worked = release === undefined ? '' : `, and release ${release} worked with it`;
  const where = locateEarlierPrograms(made)
    ? `Run here: npm run backup -- PLACE, since the programs of PostgreSQL ${made} are installed too. Then run`
    : `Go back to ${release === undefined ? `the release that brings PostgreSQL ${made}` : `release ${release}`} and run there: npm run backup -- PLACE. Then run with this one`;
  throw new DatabaseRefused(
    `${clusterDir} was made by PostgreSQL ${made}${worked}; this release brings PostgreSQL ${runs}. ` +
      `${where}: npm run restore -- PLACE --replace. Nothing was changed`,
  );
}

/** The major version of the PostgreSQL that made a cluster. */
export const majorOf = (clusterDir: string): string =>
  readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim();

/** In DATA_DIR: the release that works with its cluster, for one that cannot. */
export const releaseNote = 'release';

export function noteRelease(dataDir: string, release: string): void {
  if (releaseOf(dataDir) !== release) writeFileSync(join(dataDir, releaseNote), `${release}\n`);
}

function releaseOf(dataDir: string): string | undefined {
  const path = join(dataDir, releaseNote);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

/** Settings of PostgreSQL that we state rather than inherit, given on its command line. */
export type ServerSettings = Readonly<Record<string, string | number>>;

const listening = {
  // Nobody but this machine's owner of the socket folder can reach it.
  listen_addresses: '',
  port: 5432,
  unix_socket_permissions: '0700',
  max_connections: 220,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // On stderr, which the supervisor keeps in a file.
  logging_collector: 'off',
  log_checkpoints: 'off',
  checkpoint_warning: 0,
  // a statement of ingest is several kilobytes, and one that finds a position stored before fails by intent
  log_min_error_statement: 'panic',
};

const mib = 1024 * 1024;

/** Of the machine, or of the container where that has less, bytes. */
function totalMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * An eighth of the memory, 256 to 1,024 MiB. A table larger than a quarter of it is not kept while it is looked through, but
 * copied from the system page by page each time: the states of 100,000 devices are 200 MiB.
 */
export function sharedBuffersMib(memoryBytes: number): number {
  return Math.round(Math.min(1024, Math.max(256, memoryBytes / mib / 8)));
}

/**
 * A start after a kill first waits until all that was written lies on the disk. The cluster's 2,000 files one by one take two
 * thirds of a second, their file system as a whole some hundredths; Linux tells since 5.8 when some of it could not be written.
 */
export function syncMethod(platform: string, version: string): 'syncfs' | 'fsync' {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return platform === 'linux' && (major > 5 || (major === 5 && minor >= 8)) ? 'syncfs' : 'fsync';
}

/**
 * For data that must survive. An acknowledged position is on the disk: fsync and synchronous_commit stay on.
 * After a kill the log is replayed from the last checkpoint on, about 130 MB a second of one core (measured with
 * positions at 40,000 a second): `max_wal_size` bounds that to four seconds.
 */
export const durableSettings: ServerSettings = {
  ...listening,
  shared_buffers: `${sharedBuffersMib(totalMemory())}MB`,
  max_wal_size: '512MB',
  min_wal_size: '256MB',
  checkpoint_timeout: '5min',
  checkpoint_completion_target: 0.9,
  synchronous_commit: 'on',
  recovery_init_sync_method: syncMethod(process.platform, release()),
  effective_io_concurrency: 16,
  random_page_cost: 1.1,
  autovacuum_naptime: '30s',
};

/** For clusters of tests only, which are thrown away: nothing waits for the disk. */
export const throwAwaySettings: ServerSettings = {
  ...listening,
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '2GB',
};
