/** One server that does everything, or ingest processes of one installation with NATS between them, on one database. */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Nats, startNats } from '@atalaia/cluster/nats';
import { type ClusterDatabase, startPostgres } from '@atalaia/cluster/postgres';
import { type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { createPool } from '@atalaia/server/src/platform/db/pool.ts';
import { pino } from 'pino';
import type { IngestLoad, IngestLoadResult } from '../ingest/load-process.ts';
import { type FleetTracker, fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { mean } from '../report/samples.ts';

const answered = join(import.meta.dirname, 'answered-writers.ts');

export interface Bench {
  readonly database: ClusterDatabase;
  readonly nats: Nats;
  /** One that does everything and knows no NATS, or so many that receive only. */
  run(count: number, withDatabase: boolean, seconds: number): Promise<Run>;
  /** How many are stored. */
  positions(): Promise<number>;
  /** On disk, with indexes. */
  bytesPerPosition(): Promise<number>;
  /** Builds the indexes anew, as docs/operations.md says for a month that has ended. */
  reindex(): Promise<void>;
  end(): Promise<void>;
}

export interface Run {
  readonly positionsPerSecond: number;
  /** Of all server processes together, for a million positions. */
  readonly cpuSecondsPerMillion: number;
  /** Of PostgreSQL. */
  readonly databaseCpuSecondsPerMillion: number;
  readonly walBytesPerPosition: number;
}

interface Load {
  readonly trackers: number;
  /** How long each server is sent positions before anything is counted, and before each count, ms. */
  readonly compiledMs: number;
  readonly warmUpMs: number;
}

export async function openBench(
  { trackers, compiledMs, warmUpMs }: Load = { trackers: 1_000, compiledMs: 4_000, warmUpMs: 3_000 },
): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'atalaia-bench-scale-'));
  const nats = await startNats(folder);
  const database = await startPostgres(folder);
  const pool = createPool({ connectionString: database.url, connections: 1, log: pino({ level: 'silent' }) });
  const ask = async (text: string) => Number((await pool.query<{ value: number }>(text)).rows[0]?.value);
  const common = {
    LOG_LEVEL: 'error',
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
  };
  const shared = { ROLES: 'ingest', NATS_URL: nats.servers.map(({ url }) => url).join(',') };
  const fleet = fleetOf(trackers);
  let isRegistered = false;
  /** Each run has hours of its own, so that nothing of one is a repeat of another's. */
  let hour = 0;

  async function start(count: number, withDatabase: boolean): Promise<readonly RunningServer[]> {
    const options = {
      env: { ...common, ...(count > 1 && shared) },
      program: [...(withDatabase ? [] : ['--import', answered]), 'apps/server/src/main.ts'],
    };
    const servers: RunningServer[] = [];
    for (let number = 0; number < count; number += 1) servers.push(await startServer(options));
    return servers;
  }

  async function load(servers: readonly RunningServer[], measureMs: number) {
    hour += 6;
    const firstFixMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 8 * 86_400_000 + hour * 3_600_000;
    const outcomes = await Promise.all(
      servers.map(
        ({ portOffset }, place) =>
          startChild<IngestLoad, IngestLoadResult>(new URL('../ingest/load-process.ts', import.meta.url), {
            ...{ portOffset, firstFixMs, positionsPerTracker: 1_200 },
            fleet: fleet.filter((_, index) => index % servers.length === place),
            positionsPerPacket: { gt06: 1, teltonika: 10 },
            phases: [{ windowPositions: 40, warmUpMs, measureMs }],
          }).output,
      ),
    );
    const sum = (of: (one: IngestLoadResult) => number) =>
      outcomes.reduce((total, one) => total + of(one), 0);
    return {
      acknowledged: sum((one) => one.acknowledged),
      perSecond: sum((one) => mean(one.results[0]?.positionsPerSecond ?? [])),
    };
  }

  return {
    database,
    nats,
    async run(count, withDatabase, seconds) {
      if (!isRegistered) {
        const first = await startServer({ env: common });
        await first.stop();
        await register(pool, fleet);
        isRegistered = true;
      }
      const servers = await start(count, withDatabase);
      try {
        // compiled by then
        await load(servers, compiledMs);
        const read = async () => ({
          ours: cpuSecondsOf(servers.map(({ pid }) => pid)),
          theirs: cpuSecondsOf(await database.primaryPids()),
          walBytes: await ask(`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS value`),
        });
        const before = await read();
        const { acknowledged, perSecond } = await load(servers, seconds * 1_000);
        const after = await read();
        return {
          positionsPerSecond: perSecond,
          cpuSecondsPerMillion: ((after.ours - before.ours) / acknowledged) * 1e6,
          databaseCpuSecondsPerMillion: ((after.theirs - before.theirs) / acknowledged) * 1e6,
          walBytesPerPosition: (after.walBytes - before.walBytes) / acknowledged,
        };
      } finally {
        for (const server of servers) await server.stop();
      }
    },
    positions: () => ask('SELECT count(*) AS value FROM positions'),
    bytesPerPosition: () =>
      ask(`SELECT sum(pg_total_relation_size(inhrelid))::float8 / (SELECT count(*) FROM positions) AS value
        FROM pg_inherits WHERE inhparent = 'positions'::regclass`),
    async reindex() {
      const { rows } = await pool.query<{ name: string }>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'positions'::regclass`,
      );
      for (const { name } of rows) await pool.query(`REINDEX TABLE ${name}`);
    },
    async end() {
      await pool.end();
      await database.end();
      await nats.end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

const register = (pool: ReturnType<typeof createPool>, fleet: readonly FleetTracker[]) =>
  pool.query(
    `INSERT INTO devices (unique_id, name) SELECT id, 'Vehicle ' || id FROM unnest($1::text[]) AS id`,
    [fleet.map(({ uniqueId }) => uniqueId)],
  );

const ticksPerSecond = 100;

/** Of these processes with all their threads and the children that they had, since each began (Linux). */
export function cpuSecondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum + fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) / ticksPerSecond;
  }, 0);
}
