import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createPool } from '../pool.ts';
import { linkLibraries, locatePrograms } from './binaries.ts';
import { abandonCluster, beginCluster, noteRelease, throwAwaySettings } from './cluster.ts';
import { existingCluster, placeWithin } from './placement.ts';
import { identify, processName } from './processes.ts';
import { createEmbeddedPostgres, type EmbeddedPostgres } from './supervisor.ts';

const log = pino({ level: 'silent' });
const folder = mkdtempSync(join(tmpdir(), 'atalaia-supervisor-'));
const running = new Set<EmbeddedPostgres>();

afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  running.clear();
});
afterAll(() => rmSync(folder, { recursive: true }));

function create(dataDir: string, onChange?: (state: 'down' | 'up') => void, logTo = log): EmbeddedPostgres {
  const postgres = createEmbeddedPostgres({
    dataDir,
    settings: throwAwaySettings,
    log: logTo,
    ...(onChange && { onChange }),
  });
  running.add(postgres);
  return postgres;
}

async function ask(postgres: EmbeddedPostgres, query: string): Promise<unknown[]> {
  const pool = createPool({ connectionString: postgres.connectionString('postgres'), connections: 1, log });
  try {
    return (await pool.query({ text: query, rowMode: 'array' })).rows.flat();
  } finally {
    await pool.end();
  }
}

const shared = join(folder, 'shared');

test('it starts, listens on a socket that only its owner can reach, and leaves nothing when it stops', async () => {
  const postgres = create(shared);
  await postgres.start();
  const { pid = 0 } = postgres;
  expect(await ask(postgres, 'SELECT current_setting($$server_version_num$$)::int / 10000')).toEqual([18]);
  const [socketFolder = ''] = (await ask(postgres, 'SHOW unix_socket_directories')) as string[];
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
  expect(await ask(postgres, 'SHOW listen_addresses')).toEqual(['']);
  await postgres.stop();
  expect(identify(pid)).toBeUndefined();
  expect(existsSync(socketFolder)).toBe(false);
  expect(readdirSync(shared).sort()).toEqual(['postgres', 'postgres.log']);
});

test('it sorts Portuguese names and keeps its log, the one before beside it', async () => {
  const postgres = create(shared);
  await postgres.start();
  const sorted = await ask(
    postgres,
    `SELECT n FROM unnest('{Zeca,água}'::text[]) n ORDER BY n COLLATE "pt-BR-x-icu"`,
  );
  expect(sorted).toEqual(['água', 'Zeca']);
  await postgres.stop();
  expect(readFileSync(join(shared, 'postgres.log'), 'utf8')).toContain('database system is shut down');
  expect(readdirSync(shared)).toContain('postgres.log.1');
});

test('[OPS-02] a PostgreSQL that dies by itself is started again at the same address', async () => {
  const changes: string[] = [];
  const postgres = create(shared, (state) => changes.push(state));
  await postgres.start();
  const address = postgres.connectionString('postgres');
  for (const times of [1, 2]) {
    process.kill(postgres.pid ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(changes).toHaveLength(2 * times), { timeout: 10_000 });
    expect(postgres.connectionString('postgres')).toBe(address);
    expect(await ask(postgres, 'SELECT 1')).toEqual([1]);
  }
  expect(changes).toEqual(['down', 'up', 'down', 'up']);
});

test('a stop while it is being started again leaves nothing running', async () => {
  const postgres = create(shared);
  await postgres.start();
  process.kill(postgres.pid ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(postgres.pid).toBeUndefined());
  await postgres.stop();
  expect(postgres.pid).toBeUndefined();
});

test('a second one on the same folder is refused and told who holds it', async () => {
  const postgres = create(shared);
  await postgres.start();
  const second = createEmbeddedPostgres({
    dataDir: shared,
    settings: throwAwaySettings,
    log,
    waitForHolderMs: 0,
  });
  await expect(second.start()).rejects.toThrow(`held by process ${process.pid}`);
  expect(await ask(postgres, 'SELECT 1')).toEqual([1]);
});

test('[BACK-03] a cluster of another major version is refused with the release to go back to, and left untouched', async () => {
  const dataDir = join(folder, 'older');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '16\n');
  const commands =
    /run there: npm run backup -- PLACE\. Then run with this one: npm run restore -- PLACE --replace\. Nothing was changed$/;
  await expect(create(dataDir).start()).rejects.toThrow(commands);
  await expect(create(dataDir).start()).rejects.toThrow(
    /made by PostgreSQL 16; this release brings PostgreSQL 18\. Go back to the release that brings PostgreSQL 16/,
  );
  noteRelease(dataDir, '3.2.1');
  await expect(create(dataDir).start()).rejects.toThrow(
    /by PostgreSQL 16, and release 3\.2\.1 worked with it; this release brings PostgreSQL 18\. Go back to release 3\.2\.1/,
  );
  expect(readdirSync(dataDir)).toEqual(['postgres', 'release']);
});

test('what PostgreSQL said is in the error when it cannot start', async () => {
  const settings = { ...throwAwaySettings, shared_buffers: 'nonsense' };
  const postgres = createEmbeddedPostgres({ dataDir: shared, settings, log });
  await expect(postgres.start()).rejects.toThrow(/invalid value for parameter "shared_buffers"/);
  await create(shared).start();
});

test('a temporary directory with a long path does not stop it', async () => {
  const long = join(folder, 'l'.repeat(100));
  mkdirSync(long);
  vi.stubEnv('TMPDIR', long);
  const postgres = create(shared);
  await postgres.start();
  vi.unstubAllEnvs();
  expect(await ask(postgres, 'SELECT 1')).toEqual([1]);
});

/** Nothing is begun where clusters live elsewhere than in the folder of the data. */
const programs = locatePrograms();
linkLibraries(programs);
const begins = test.runIf(placeWithin(folder, programs));

/** Where the cluster of this folder is made before a start holds its lock. */
function begunOf(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  return join(realpathSync(dataDir), `postgres.begun-${processName()}`);
}

const begunIn = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => /^postgres\.(begun-|new)/.test(name));

begins('[OPS-01] a cluster that was begun before becomes that of the first start', async () => {
  const dataDir = join(folder, 'begun');
  const begun = begunOf(dataDir);
  expect(beginCluster(dataDir)).toBe(true);
  await vi.waitFor(() => expect(existsSync(join(begun, 'PG_VERSION'))).toBe(true), 20_000);
  writeFileSync(join(begun, 'begun'), '');
  const postgres = create(dataDir);
  await postgres.start();
  expect(existsSync(join(existingCluster(dataDir) ?? '', 'begun'))).toBe(true);
  expect(begunIn(dataDir)).toEqual([]);
  expect(await ask(postgres, 'SELECT 1')).toEqual([1]);
  await postgres.stop();
  // it is the start's, and nobody gives it up
  await abandonCluster();
  expect(existingCluster(dataDir)).toBeDefined();
});

begins('[OPS-01] a cluster that was begun and broke is made again, and why it broke is said', async () => {
  const dataDir = join(folder, 'begun-broken');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const refusing = `#!/bin/sh
    case "$*" in *.begun-*) echo 'no space left' >&2; exit 1 ;; esac
    while [ "$1" != -- ]; do shift; done
    shift; exec "$@"`;
  writeFileSync(join(bin, 'setpriv'), refusing);
  chmodSync(join(bin, 'setpriv'), 0o755);
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
  expect(beginCluster(dataDir)).toBe(true);
  vi.unstubAllEnvs();
  const lines: { level: number; reason?: string }[] = [];
  const told = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const postgres = create(dataDir, undefined, told);
  await postgres.start();
  expect(lines).toEqual([expect.objectContaining({ level: 40, reason: 'no space left' })]);
  expect(await ask(postgres, 'SELECT 1')).toEqual([1]);
  await postgres.stop();
  expect(begunIn(dataDir)).toEqual([]);
  await abandonCluster();
  expect(existingCluster(dataDir)).toBeDefined();
});

begins('[OPS-01] a cluster that was begun and is gone is made again', async () => {
  const dataDir = join(folder, 'begun-gone');
  const begun = begunOf(dataDir);
  beginCluster(dataDir);
  await vi.waitFor(() => expect(existsSync(begun)).toBe(true), 20_000);
  rmSync(begun, { recursive: true, force: true });
  const postgres = create(dataDir);
  await postgres.start();
  expect(await ask(postgres, 'SELECT 1')).toEqual([1]);
  await postgres.stop();
  await abandonCluster();
});

begins('[OPS-01] what was begun is given up where another first start was faster', async () => {
  const dataDir = join(folder, 'slower');
  const faster = create(join(folder, 'faster'));
  await faster.start();
  await faster.stop();
  expect(beginCluster(dataDir)).toBe(true);
  await vi.waitFor(() => expect(existsSync(begunOf(dataDir))).toBe(true), 20_000);
  renameSync(join(folder, 'faster/postgres'), join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres/faster'), '');
  const postgres = create(dataDir);
  await postgres.start();
  expect(readdirSync(dataDir).filter((name) => name.includes('begun'))).toEqual([]);
  expect(existsSync(join(dataDir, 'postgres/faster'))).toBe(true);
  expect(await ask(postgres, 'SELECT 1')).toEqual([1]);
});

begins(
  '[OPS-01] what was begun is given up with all folders that were made for it when the start is refused',
  async () => {
    const parent = join(folder, 'parent');
    mkdirSync(parent);
    expect(beginCluster(join(parent, 'given/up/data'))).toBe(true);
    expect(existsSync(join(parent, 'given/up/data'))).toBe(true);
    await abandonCluster();
    expect(readdirSync(parent)).toEqual([]);
    // a folder that was there stays, and one that holds something else, with those above it
    const kept = join(parent, 'kept');
    mkdirSync(kept);
    beginCluster(kept);
    await abandonCluster();
    expect(readdirSync(kept)).toEqual([]);
    beginCluster(join(kept, 'given/up/data'));
    writeFileSync(join(kept, 'given/other'), '');
    await abandonCluster();
    expect(readdirSync(join(kept, 'given'))).toEqual(['other']);
  },
);

begins(
  '[OPS-01] nothing is begun beside a cluster or what a restore left, and a start removes what a killed one began',
  async () => {
    const dataDir = join(folder, 'left');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'restore-unfinished'), JSON.stringify({ pid: 1, started: '', backup: '/b' }));
    expect(beginCluster(dataDir)).toBe(false);
    rmSync(join(dataDir, 'restore-unfinished'));
    const postgres = create(dataDir);
    await postgres.start();
    await postgres.stop();
    expect(beginCluster(dataDir)).toBe(false);
    const living = `postgres.begun-${process.ppid}-${identify(process.ppid)?.started}`;
    for (const name of ['postgres.begun-999999999-1', 'postgres.new', living]) mkdirSync(join(dataDir, name));
    const next = create(dataDir);
    await next.start();
    await next.stop();
    expect(begunIn(dataDir)).toEqual([living]);
  },
);

test('[OPS-01] the server begins with it before it reads anything else, and gives it up at its end', () => {
  const main = readFileSync(join(import.meta.dirname, '../../../main.ts'), 'utf8');
  const imports = main.split('\n').filter((line) => line.startsWith('import '));
  expect(imports[0]).toBe("import './first-cluster.ts';");
  expect(main).toContain('stops.add(abandonCluster)');
});
