import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type MigratorProps } from 'kysely/migration';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import {
  DatabaseRefused,
  isConflict,
  isConnectionError,
  isLockTimeout,
} from '../../errors/database-errors.ts';
import type { Config } from '../config/config.ts';
import { afterBackups } from './backup-marks.ts';
import { retryWhileAway } from './connection/retry-while-away.ts';
import { refuseTransactionPooler } from './connection/transaction-pooler.ts';
import { durableSettings, type ServerSettings } from './embedded/cluster.ts';
import { createEmbeddedPostgres } from './embedded/supervisor.ts';
import { migrations } from './migrations.ts';
import { createKysely, createPool } from './pool.ts';
import type { Schema } from './schema.ts';

const oldestVersion = 15;

/** What a server says of itself. */
interface Found {
  readonly version: number;
  readonly encoding: string;
  /** Whether it has the collation by which names are ordered. */
  readonly sortsNames: boolean;
}

/** Throws `DatabaseRefused`, with what to do, when the server is not one that the queries can rely on. */
export async function checkRequirements(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Found>(`
    SELECT current_setting('server_version_num')::int / 10000 AS version,
           current_setting('server_encoding') AS encoding,
           EXISTS (SELECT FROM pg_collation WHERE collname = 'pt-BR-x-icu') AS "sortsNames"`);
  const [found] = rows;
  const objection = found && objectionTo(found);
  if (objection) throw new DatabaseRefused(`the server of DATABASE_URL ${objection}`);
}

/** Why a server cannot be used, and what to do; undefined when it can. */
export function objectionTo({ version, encoding, sortsNames }: Found): string | undefined {
  if (version < oldestVersion) return `is PostgreSQL ${version}; ${oldestVersion} or later is needed`;
  if (encoding !== 'UTF8') return `has the database in ${encoding}: make one with ENCODING 'UTF8'`;
  if (!sortsNames) return 'has no collation "pt-BR-x-icu", by which names are ordered: use a build with ICU';
  return undefined;
}

export interface Database {
  /** For hot paths in raw SQL. */
  readonly pool: Pool;
  /** For everything else; the same connections. */
  readonly kysely: Kysely<Schema>;
  /** For worker threads and tools that need a connection of their own. */
  readonly connectionString: string;
  /** An embedded server's disk has too little room for it to work or to start; of an external one only its errors show it. */
  isOutOfSpace(): boolean;
  /** Ends the connections, and the embedded server with them. Call it when nothing writes any more. */
  stop(): Promise<void>;
}

/** An external server that is away at the start is waited for this long. */
const startPatienceMs = 15_000;

/** A connection that somebody still holds at the stop is waited for this long. */
const endPatienceMs = 5_000;

/** The database of the embedded PostgreSQL. */
export const databaseName = 'atalaia';

/**
 * Opens the database of this configuration: `DATABASE_URL`, or the embedded PostgreSQL in `DATA_DIR`, started here
 * and watched until `stop`. Migrations are not run (see `migrate`).
 * Throws `DatabaseRefused` when it cannot be used and trying again will not help.
 */
export function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseConnections'>,
  log: Logger,
): Promise<Database> {
  return config.databaseUrl === undefined
    ? openEmbedded(config.dataDir, config.databaseConnections, log)
    : openExternal(config.databaseUrl, config.databaseConnections, log);
}

/**
 * The embedded kind, with the settings of the server open to tests and tools. `ofItsMajor`: also one that an earlier major
 * version made, for a backup.
 */
export async function openEmbedded(
  dataDir: string,
  connections: number,
  log: Logger,
  settings: ServerSettings = durableSettings,
  ofItsMajor = false,
): Promise<Database> {
  const server = createEmbeddedPostgres({ dataDir, settings, log, ofItsMajor });
  await server.start();
  try {
    await ensureDatabase(server.connectionString('postgres'), log);
    const connectionString = server.connectionString(databaseName);
    const database = open(connectionString, connections, log);
    return {
      ...database,
      isOutOfSpace: server.isOutOfSpace,
      async stop() {
        await database.stop();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function openExternal(connectionString: string, connections: number, log: Logger): Promise<Database> {
  const database = open(connectionString, connections, log);
  try {
    const check = async () => {
      await refuseTransactionPooler(database.pool);
      await checkRequirements(database.pool);
    };
    await retryWhileAway(check, {
      forMs: startPatienceMs,
      onWait: (error) => log.warn({ err: error }, 'waiting for the database of DATABASE_URL'),
    });
    return database;
  } catch (error) {
    await database.stop();
    if (!isConnectionError(error)) throw error;
    throw new DatabaseRefused(
      `the database of DATABASE_URL cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function open(connectionString: string, connections: number, log: Logger): Database {
  const pool = createPool({ connectionString, connections, log });
  return {
    pool,
    kysely: createKysely(pool),
    connectionString,
    isOutOfSpace: () => false,
    async stop() {
      await Promise.race([pool.end(), sleep(endPatienceMs, undefined, { ref: false })]);
    },
  };
}

async function ensureDatabase(maintenance: string, log: Logger): Promise<void> {
  const pool = createPool({ connectionString: maintenance, connections: 1, log });
  try {
    const { rowCount } = await pool.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount !== 0) return;
    // all of it goes through the log, of which the tables then find no room in the file that is there
    await pool.query('SET wal_compression = on');
    await pool.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await pool.end();
  }
}

/**
 * Brings the tables to what this release needs, in one transaction and behind a lock, so that two processes starting
 * at once do it once. Throws `DatabaseRefused` when a later release has been at this database, and the error of the
 * migration that failed otherwise; nothing is changed then.
 * `beforeRenaming` runs before any migration, when the database of an earlier release is to get one that renames tables;
 * it gets that one's name, and nothing is changed when it throws.
 */
export async function migrate(
  { connectionString }: Pick<Database, 'connectionString'>,
  log: Logger,
  beforeRenaming: (migration: string) => Promise<void> = async () => undefined,
): Promise<void> {
  // A connection of its own: a migration may take longer than a request's statement.
  const connect = { connectionString, log, statementTimeoutMs: 0 };
  const pool = createPool({ ...connect, connections: 1 });
  let lock: PoolClient | undefined;
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPool({ ...connect, connections: 2, lockTimeoutMs }) }),
  });
  try {
    const done = await doneMigrations(db);
    const unknown = [...done].filter((name) => !(name in migrations));
    if (unknown.length > 0) {
      await requireFloor(db, unknown, done);
      return log.info(
        { migrations: unknown },
        'a later release has been at the database; this one can work with it',
      );
    }
    const renaming = done.size > 0 ? pendingRenaming(done) : undefined;
    if (renaming !== undefined) await beforeRenaming(renaming);
    // the migrator looks at every column of every table before it finds that there is nothing to do
    if (isBehind(done)) {
      lock = await pool.connect();
      await afterBackups(lock, () =>
        log.warn('tables are changed once a backup that reads them, or another start, has ended'),
      );
      if (done.size === 0 && (await makeFirstTables(lock))) log.info('made the tables of an empty database');
      // others may have done it meanwhile
      if (isBehind(await doneMigrations(db)))
        for (const name of await migrateUnlocked(db, log)) log.info({ migration: name }, 'migrated');
    }
    await writeMissingTexts(db);
    // a later release that came meanwhile has a floor of its own
    await sql`UPDATE installation SET floor = ${floor} WHERE floor IS DISTINCT FROM ${floor}
      AND NOT EXISTS (SELECT FROM kysely_migration WHERE name <> ALL(${Object.keys(migrations)}::text[]))`.execute(
      db,
    );
  } finally {
    lock?.release(true);
    await pool.end();
    await db.destroy();
  }
}

const isBehind = (done: ReadonlySet<string>): boolean =>
  Object.keys(migrations).some((name) => !done.has(name));

/** What all migrations make of an empty database, which takes half of their time (see `schema-text.ts`). */
const firstTables = join(import.meta.dirname, 'first-tables.sql');

/** By which the migrator keeps others away, in releases that begin with an empty database one migration after the other too. */
const migratorLock = '3853314791062309107';

/** In one transaction; nothing, and false, where some migration was run. */
async function makeFirstTables(client: PoolClient): Promise<boolean> {
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${migratorLock})`);
  const { rows } = await client.query<{ isEmpty: boolean }>(
    `SELECT to_regclass('kysely_migration') IS NULL AS "isEmpty"`,
  );
  if (rows[0]?.isEmpty) await client.query(readFileSync(firstTables, 'utf8'));
  await client.query('COMMIT');
  return rows[0]?.isEmpty === true;
}

/** A table that others use is waited for so long at a time: whoever wants it next waits behind. */
const lockTimeoutMs = 2_000;
/** Others have their turn between two tries. */
const leastPauseMs = 500;
const mostTries = 120;

/** All in one transaction, tried again where others hold a table or want what it holds. Returns the names of what was done. */
export async function migrateUnlocked(db: MigratorProps['db'], log: Logger): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  for (let tries = 1; ; tries += 1) {
    const { error, results = [] } = await migrator.migrateToLatest();
    if (!error) return results.map(({ migrationName }) => migrationName);
    if (!(isLockTimeout(error) || isConflict(error)) || tries === mostTries) throw error;
    log.warn('the tables are in use, or another process brings them up to date: trying again');
    await sleep(leastPauseMs * (1 + Math.random()));
  }
}

/** Lists leave out a device without its text, and rows that somebody loaded with their triggers off have none. */
async function writeMissingTexts(db: Kysely<unknown>): Promise<void> {
  const missing = sql<{ id: number }>`
    SELECT d.id FROM devices AS d WHERE NOT EXISTS (SELECT FROM device_texts AS t WHERE t.device_id = d.id)`;
  const { rows } = await sql`${missing} LIMIT 1`.execute(db);
  // any change writes them
  if (rows.length > 0) await sql`UPDATE devices SET name = name WHERE id IN (${missing})`.execute(db);
}

/** Empty for a database that no release has been at. */
async function doneMigrations(db: Kysely<unknown>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ present: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS present`.execute(db);
  if (!rows[0]?.present) return new Set();
  const done = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return new Set(done.rows.map(({ name }) => name));
}

/** The newest migration that a release must know to work with a database that this one migrated. */
const floor = Object.entries(migrations)
  .map(([name, { livesWith = name }]) => livesWith)
  .toSorted()
  .at(-1);

/** Throws `DatabaseRefused` unless a release that knows what this one knows may work with what a later one made. */
async function requireFloor(
  db: Kysely<unknown>,
  unknown: readonly string[],
  done: ReadonlySet<string>,
): Promise<void> {
  const { rows } = await sql<{ floor: string | null }>`SELECT floor FROM installation`.execute(db);
  const holds = `the database holds the migration ${unknown[0]}, which this release does not know`;
  if (!rows[0]?.floor || !(rows[0].floor in migrations))
    throw new DatabaseRefused(`${holds}: start the later release`);
  // its migrations are done in their order, so another line of releases has been here
  const missing = Object.keys(migrations).find((name) => !done.has(name));
  if (missing !== undefined)
    throw new DatabaseRefused(
      `${holds}, and lacks ${missing}, which it needs: start a release that has both`,
    );
}

function pendingRenaming(done: ReadonlySet<string>): string | undefined {
  return Object.entries(migrations).find(([name, { renames }]) => renames && !done.has(name))?.[0];
}
