/**
 * Trackers send to a server whose database is elsewhere, behind a gate, while one thing after the other goes wrong:
 * the database stands still (SIGSTOP), refuses, is silent, or lets the writers wait for a lock; the server's clock goes a
 * day forward and back; trackers vanish without a word and come again; the server is killed within a migration. `/health`
 * must say so and say that it is over, and at the end the database holds what was acknowledged, once.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Gate, openGate } from '@atalaia/fixtures/gate';
import { clusterFolder, killPostgres } from '@atalaia/fixtures/postgres-process';
import { type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { type Database, openEmbedded } from '@atalaia/server/src/platform/db/database.ts';
import { postgresProcessesIn } from '@atalaia/server/src/platform/db/embedded/processes.ts';
import { createRandom } from '@atalaia/simulator/random';
import { portOf } from '@atalaia/simulator/tracker/create-tracker';
import { pino } from 'pino';
import { gotOver } from './blow.ts';
import { type CrashTracker, createCrashTracker } from './crash-tracker.ts';
import { askEveryMs, type HealthMinute, type HealthWatch, watchHealth } from './health-watch.ts';
import { firstFixMsOf, protocolOf, uniqueIdOf } from './itinerary.ts';
import { killWithinMigration } from './killed-migration.ts';
import { readStored } from './stored.ts';
import { sumOf, underLoad } from './under-load.ts';
import type { CountedVerdict } from './verdict.ts';

export const faults = ['stopped', 'refused', 'silent', 'locked', 'clock', 'half-open', 'migration'] as const;
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
  /** What `/health` said, minute by minute. */
  readonly minutes: readonly HealthMinute[];
}

const underLoadMs = 2_000;
/** `/health` tells it within so long (OPS-03). */
const toldWithinMs = 5_000;
const backWithinMs = 120_000;
/** The clock is compared with the database's each 10 s. */
const comparedWithinMs = 11_000;
const dayMs = 86_400_000;

interface Scene {
  readonly server: RunningServer;
  readonly database: Database;
  readonly databaseDir: string;
  readonly toDatabase: Gate;
  readonly toTrackerPorts: readonly Gate[];
  readonly clockFile: string;
  readonly awayMs: number;
  readonly watch: HealthWatch;
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
      watch: watchHealth(server.origin),
    };
    try {
      return await strikeByTurns(test, scene);
    } finally {
      await scene.watch.end();
    }
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
  const { server, database, watch } = scene;
  const hits = { stopped: 0, refused: 0, silent: 0, locked: 0, clock: 0, 'half-open': 0, migration: 0 };
  const load = {
    trackers: await enlist(scene, test.trackers),
    async stored() {
      await watch.end();
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
      watch.expect('ready');
      await sleep(underLoadMs);
      const before = trackers.map(({ acknowledged }) => acknowledged);
      if (fault in causes) watch.expect('anything');
      await strike[fault](scene);
      if (fault in causes) watch.expect('anything');
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
  return { ...verdict, wrongs: [...verdict.wrongs, ...watch.wrongs], hits, minutes: watch.minutes };
}

/** What `/health` says of a fault; of the others nothing, since work goes on. */
const causes = {
  stopped: ['database-away', 'writers-stuck'],
  refused: ['database-away'],
  silent: ['database-away', 'writers-stuck'],
  locked: ['writers-stuck', 'commits-failing'],
  clock: ['clock-wrong'],
} as const satisfies Partial<Record<Fault, readonly string[]>>;

const strike: Readonly<Record<Fault, (scene: Scene) => Promise<void>>> = {
  async stopped(scene) {
    const pids = postgresProcessesIn(clusterFolder(scene.databaseDir));
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await whileTold(scene, causes.stopped);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
  },
  async refused(scene) {
    await scene.toDatabase.set('refused');
    await whileTold(scene, causes.refused);
    await scene.toDatabase.set('open');
  },
  async silent(scene) {
    await scene.toDatabase.set('silent');
    await whileTold(scene, causes.silent);
    await scene.toDatabase.set('open');
  },
  /** It answers, and nothing is committed. */
  async locked(scene) {
    const holder = await scene.database.pool.connect();
    try {
      await holder.query(
        'BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE device_state IN EXCLUSIVE MODE',
      );
      await whileTold(scene, causes.locked);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  },
  /** A day forward and back. */
  async clock(scene) {
    const { clockFile } = scene;
    writeFileSync(clockFile, String(dayMs));
    await sleep(comparedWithinMs);
    await whileTold({ ...scene, awayMs: toldWithinMs }, causes.clock);
    writeFileSync(clockFile, '0');
  },
  async 'half-open'({ toTrackerPorts }) {
    for (const gate of toTrackerPorts) gate.halfOpen();
  },
  migration: killWithinMigration,
};

/** Nothing can be stored: `/health` says so in time, and goes on saying it. */
async function whileTold({ watch, awayMs }: Scene, expected: readonly string[]): Promise<void> {
  await sleep(Math.min(toldWithinMs, awayMs));
  watch.expect(expected);
  await sleep(Math.max(2 * askEveryMs, awayMs - toldWithinMs));
  watch.expect('anything');
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
