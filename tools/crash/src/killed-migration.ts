import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '@atalaia/fixtures/free-ports';
import { startServer } from '@atalaia/fixtures/running-server';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';
import { migrations } from '@atalaia/server/src/platform/db/migrations.ts';
import { createKysely, createPool } from '@atalaia/server/src/platform/db/pool.ts';
import { pino } from 'pino';

type Pool = Database['pool'];

export interface MigratedDatabase {
  readonly database: Database;
  /** Of a database beside it. */
  readonly addressOf: (name: string) => string;
}

/** A start on the database of an earlier release is killed while a migration waits for a table: none of it may be there. */
export async function killWithinMigration({ database, addressOf }: MigratedDatabase): Promise<void> {
  const name = `earlier_${randomBytes(4).toString('hex')}`;
  await database.pool.query(`CREATE DATABASE ${name}`);
  const env = { LOG_LEVEL: 'error', DATABASE_URL: addressOf(name), SECRET_KEY: '0'.repeat(64) };
  const pool = createPool({ connectionString: env.DATABASE_URL, connections: 2, log: quiet });
  const holder = await pool.connect();
  try {
    await migrateTo(pool, earlierRelease);
    await pool.query(`INSERT INTO devices (unique_id, name) SELECT n, n FROM generate_series(1, 1000) AS n`);
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
    // each with what is made of it once (migration 0210)
    const { rows } = await pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM devices JOIN device_texts ON device_id = id',
    );
    if (rows[0]?.count !== 1000 || (await newest()) === earlierRelease)
      throw new Error('the upgrade is not whole');
  } finally {
    holder.release();
    await pool.end();
  }
}

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
