/**
 * Trackers send to a server whose database is elsewhere, behind a gate, while one thing after the other goes wrong:
 * the database stands still (SIGSTOP), refuses, or is silent; the server's clock goes a day forward and back; trackers
 * vanish without a word and come again; the server is killed within a migration. `/health` must say so and say that it
 * is over, and at the end the database holds what was acknowledged, once.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '@atalaia/fixtures/free-ports';
import { clusterFolder, killPostgres } from '@atalaia/fixtures/postgres-process';
import { isReady, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { type Database, openEmbedded } from '@atalaia/server/src/platform/db/database.ts';
import { postgresProcessesIn } from '@atalaia/server/src/platform/db/embedded/processes.ts';
import { migrations } from '@atalaia/server/src/platform/db/migrations.ts';
import { createKysely, createPool } from '@atalaia/server/src/platform/db/pool.ts';
import { createRandom } from '@atalaia/simulator/random';
import { portOf } from '@atalaia/simulator/tracker/create-tracker';
import { pino } from 'pino';
import { gotOver } from './blow.ts';
import { type CrashTracker, createCrashTracker } from './crash-tracker.ts';
import { type Gate, openGate } from './gate.ts';
import { firstFixMsOf, protocolOf, uniqueIdOf } from './itinerary.ts';
import { readStored } from './stored.ts';
import { sumOf, underLoad } from './under-load.ts';
import type { CountedVerdict } from './verdict.ts';

type Pool = Database['pool'];

export const faults = ['stopped', 'refused', 'silent', 'clock', 'half-open', 'migration'] as const;
export type Fault = (typeof faults)[number];

export interface FaultsTest {
  /** The same seed has the same faults in the same order. */
  readonly seed: number;
  readonly trackers: number;
  /** How long the database is away, ms. */
  readonly awayMs: number;
  readonly isEnough: (count: number, elapsedMs: number) => boolean;
  readonly say: (text: string) => void;
}

export interface FaultsVerdict extends CountedVerdict {
  readonly hits: Readonly<Record<Fault, number>>;
}

const underLoadMs = 2_000;
/** `/health` tells it within so long (OPS-03). */
const toldWithinMs = 5_000;
const backWithinMs = 120_000;
const dayMs = 86_400_000;

interface Scene {
  readonly server: RunningServer;
  readonly database: Database;
  readonly databaseDir: string;
  readonly toDatabase: Gate;
  readonly toTrackerPorts: readonly Gate[];
  readonly clockFile: string;
  readonly awayMs: number;
  /** Of a database beside, past the gate. */
  readonly addressOf: (name: string) => string;
}

export async function runFaults(test: FaultsTest): Promise<FaultsVerdict> {
  const folder = await mkdtemp(join(tmpdir(), 'atalaia-faults-'));
  const databaseDir = join(folder, 'database');
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  const leave = () => {
    killPostgres(databaseDir);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  process.once('exit', leave);
  mkdirSync(databaseDir);
  const database = await openEmbedded(databaseDir, 4, pino({ level: 'fatal' }));
  const [, account = '', folderOfSocket = '', name = ''] =
    /^postgresql:\/\/([^@]*)@([^:]*):5432\/(\w+)/.exec(database.connectionString) ?? [];
  const socket = `${decodeURIComponent(folderOfSocket)}/.s.PGSQL.5432`;
  const toDatabase = await openGate({ path: socket });
  let server: RunningServer | undefined;
  const gates: Gate[] = [toDatabase];
  try {
    server = await startServer({
      env: {
        LOG_LEVEL: 'error',
        DATABASE_URL: `postgresql://${account}@127.0.0.1:${toDatabase.port}/${name}?sslmode=disable`,
        SECRET_KEY: randomBytes(32).toString('hex'),
        CLOCK_FILE: clockFile,
      },
      program: ['--import', join(import.meta.dirname, 'shifted-clock.ts'), 'apps/server/src/main.ts'],
    });
    const { portOffset } = server;
    const toTrackerPorts = await Promise.all(
      ([0, 1] as const).map((vehicle) =>
        openGate({ port: portOf(protocolOf(vehicle)) + portOffset, host: '127.0.0.1' }),
      ),
    );
    gates.push(...toTrackerPorts);
    const scene = {
      addressOf: (other: string) => database.connectionString.replace(`/${name}?`, `/${other}?`),
      server,
      database,
      databaseDir,
      toDatabase,
      toTrackerPorts,
      clockFile,
      awayMs: test.awayMs,
    };
    return await strikeByTurns(test, scene);
  } finally {
    for (const pid of postgresProcessesIn(clusterFolder(databaseDir))) process.kill(pid, 'SIGCONT');
    await server?.stop();
    for (const gate of gates) gate.close();
    await database.stop();
    process.off('exit', leave);
    leave();
  }
}

async function strikeByTurns(test: FaultsTest, scene: Scene): Promise<FaultsVerdict> {
  const { server, database } = scene;
  const hits = { stopped: 0, refused: 0, silent: 0, clock: 0, 'half-open': 0, migration: 0 };
  const load = {
    trackers: await enlist(scene, test.trackers),
    async stored() {
      await server.end();
      return readStored(database.pool);
    },
  };
  const verdict = await underLoad(load, async (trackers) => {
    const startMs = performance.now();
    const random = createRandom(test.seed, 'faults');
    for (let count = 0, left: Fault[] = []; ; count += 1) {
      if (left.length === 0) left = [...faults];
      const [fault = 'stopped'] = left.splice(random.whole(0, left.length - 1), 1);
      await sleep(underLoadMs);
      const before = trackers.map(({ acknowledged }) => acknowledged);
      await strike[fault](scene);
      await gotOver(
        server,
        () => trackers.every((one, index) => one.acknowledged > (before[index] ?? 0)),
        backWithinMs,
      );
      hits[fault] += 1;
      test.say(`${count + 1}: ${fault}, ${sumOf(trackers)} acknowledged`);
      if (test.isEnough(count + 1, performance.now() - startMs)) return;
    }
  });
  return { ...verdict, hits };
}

const strike: Readonly<Record<Fault, (scene: Scene) => Promise<void>>> = {
  async stopped(scene) {
    const pids = postgresProcessesIn(clusterFolder(scene.databaseDir));
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await whileTold(scene);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
  },
  async refused(scene) {
    await scene.toDatabase.set('refused');
    await whileTold(scene);
    await scene.toDatabase.set('open');
  },
  async silent(scene) {
    await scene.toDatabase.set('silent');
    await whileTold(scene);
    await scene.toDatabase.set('open');
  },
  async clock({ clockFile, server }) {
    for (const offMs of [dayMs, 0]) {
      writeFileSync(clockFile, String(offMs));
      await sleep(2_000);
      if (!(await isReady(server.origin))) throw new Error('a clock that is wrong ends no work');
    }
  },
  async 'half-open'({ toTrackerPorts }) {
    for (const gate of toTrackerPorts) gate.halfOpen();
  },
  /** A start on the database of an earlier release is killed while a migration waits for a table: none of it may be there. */
  async migration({ database, addressOf }) {
    const name = `earlier_${randomBytes(4).toString('hex')}`;
    await database.pool.query(`CREATE DATABASE ${name}`);
    const env = { LOG_LEVEL: 'error', DATABASE_URL: addressOf(name), SECRET_KEY: '0'.repeat(64) };
    const pool = createPool({ connectionString: env.DATABASE_URL, connections: 2, log: quiet });
    const holder = await pool.connect();
    try {
      await migrateTo(pool, earlierRelease);
      await pool.query(
        `INSERT INTO devices (unique_id, name) SELECT n, n FROM generate_series(1, 1000) AS n`,
      );
      await holder.query('BEGIN; LOCK TABLE positions IN ACCESS EXCLUSIVE MODE');
      await killWhileWaiting(pool, env);
      await holder.query('ROLLBACK');
      const newest = async () => {
        const { rows } = await pool.query<{ name: string }>('SELECT max(name) AS name FROM kysely_migration');
        return rows[0]?.name;
      };
      if ((await newest()) !== earlierRelease)
        throw new Error(`${await newest()} counts as done, and was killed`);
      await (await startServer({ env })).stop();
      const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM devices');
      if (rows[0]?.count !== 1000 || (await newest()) === earlierRelease)
        throw new Error('the upgrade is not whole');
    } finally {
      holder.release();
      await pool.end();
    }
  },
};

/** The newest migration of the release that is upgraded; one that comes later takes the table of positions. */
const earlierRelease = '0044-shipped-procedures';
const quiet = pino({ level: 'fatal' });

/** As the migrator leaves it. */
async function migrateTo(pool: Pool, newest: string): Promise<void> {
  const db = createKysely(pool);
  const names = Object.keys(migrations).filter((name) => name <= newest);
  await pool.query(`
    CREATE TABLE kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL);
    CREATE TABLE kysely_migration_lock (id varchar(255) PRIMARY KEY, is_locked integer NOT NULL DEFAULT 0);
    INSERT INTO kysely_migration_lock VALUES ('migration_lock', 0)`);
  for (const name of names.toSorted()) {
    await migrations[name]?.up(db);
    await pool.query('INSERT INTO kysely_migration VALUES ($1, $2)', [name, new Date().toISOString()]);
  }
}

async function killWhileWaiting(pool: Pool, env: Readonly<Record<string, string>>): Promise<void> {
  const { port, portOffset } = await findFreePorts();
  const dataDir = await mkdtemp(join(tmpdir(), 'atalaia-upgraded-'));
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      ...env,
      HOST: '127.0.0.1',
      PORT: `${port}`,
      PORT_OFFSET: `${portOffset}`,
      DATA_DIR: dataDir,
    },
    stdio: 'ignore',
  });
  try {
    await waitingForPositions(pool);
  } finally {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The database is away: `/health` says so in time, and goes on saying it. */
async function whileTold({ server, awayMs }: Scene): Promise<void> {
  const untilMs = performance.now() + awayMs;
  await sleep(Math.min(toldWithinMs, awayMs));
  do {
    if (await isReady(server.origin)) throw new Error('/health says ready while the database is away');
    await sleep(500);
  } while (performance.now() < untilMs);
}

async function waitingForPositions(pool: Pool): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await pool.query(
      `SELECT FROM pg_locks WHERE relation = 'positions'::regclass AND NOT granted`,
    );
    if (rows.length > 0) return;
    await sleep(50);
  }
  throw new Error('no migration waits for the table of positions');
}

async function enlist({ database, toTrackerPorts }: Scene, count: number): Promise<readonly CrashTracker[]> {
  const vehicles = Array.from({ length: count }, (_, vehicle) => vehicle);
  await database.pool.query(
    `INSERT INTO devices (unique_id, name) SELECT id, 'Vehicle ' || id FROM unnest($1::text[]) AS id`,
    [vehicles.map(uniqueIdOf)],
  );
  const firstFixMs = firstFixMsOf(Date.now());
  return vehicles.map((vehicle) =>
    createCrashTracker({
      protocol: protocolOf(vehicle),
      uniqueId: uniqueIdOf(vehicle),
      ports: [toTrackerPorts[vehicle % 2]?.port ?? 0],
      vehicle,
      firstFixMs,
      manner: { answerTimeoutMs: 10_000, pauseMs: 100, positionsAtOnce: 4 },
    }),
  );
}
