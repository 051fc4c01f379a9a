import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ClientBase } from 'pg';
import { BackupRefused, CommitUnsure } from '../../errors/backup-errors.ts';
import { isConnectionError } from '../../errors/database-errors.ts';
import { copyFrom, copyTo } from '../../platform/db/copy/copy.ts';
import { migrations } from '../../platform/db/migrations.ts';
import type { BackedUpSequence, BackedUpTable, Manifest } from '../manifest.ts';
import { copyColumns, listTables, nameOf, wordOf } from '../tables/catalog.ts';
import { sumOf } from '../tables/row-digest.ts';
import { digestRows, loadTableFile } from '../tables/table-file.ts';
import {
  attachPartitions,
  createMissing,
  disableTriggers,
  takeOffForeignKeys,
} from '../tables/target-tables.ts';
import { type Settled, settle } from './settle.ts';

export interface LoadOrder {
  /** Of the backup, already found whole. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Names of tables that are left out. */
  readonly leaveOut: ReadonlySet<string>;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Restores a backup into the empty database of this connection, in one transaction: tables by the migrations of the
 * backup, rows, then keys between tables, numbers, the migrations since. Every table is read back and compared before
 * the commit; anything that goes wrong leaves the database empty, but for `CommitUnsure`. The installation is given the id
 * that is named.
 */
export async function loadBackup(
  client: ClientBase,
  order: LoadOrder,
  installation: string = randomUUID(),
): Promise<Settled> {
  const { folder, manifest, leaveOut, say, signal } = order;
  const kysely = kyselyOf(client);
  await client.query('BEGIN');
  try {
    // a server that starts meanwhile waits here, and then finds everything done
    await kysely.getExecutor().adapter.acquireMigrationLock(kysely, migrationLock);
    await client.query("SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL synchronous_commit = on");
    for (const name of manifest.migrations) await migrationOf(name).up(kysely);
    const inPlace = await inSchemaOf(client, manifest);
    const tables = await withoutLeftOut(client, inPlace.tables, leaveOut);
    await createMissing(client, tables, inPlace.sequences);
    const addForeignKeys = await takeOffForeignKeys(client, tables);
    const enableTriggers = await disableTriggers(client);
    const filled = tables.filter(({ files }) => files.length > 0);
    await client.query(`TRUNCATE ${filled.map(nameOf).join(', ')}`);
    for (const table of filled) await fill(client, table, folder, order);
    say('Making indexes and keys');
    await attachPartitions(client, tables);
    await addForeignKeys();
    await enableTriggers();
    await restoreSequences(client, inPlace.sequences);
    say('Comparing every table with the backup');
    for (const table of filled) await compare(client, table, signal);
    await migrateSince(client, kysely, manifest, say);
    const settled = await settle(client, installation);
    signal.throwIfAborted();
    await client.query('COMMIT').catch((error: Error) => {
      throw isConnectionError(error) ? new CommitUnsure(error) : error;
    });
    return settled;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Statistics of the tables, without which the first queries are slow. Everything is there without them. */
export async function analyse(client: ClientBase, say: LoadOrder['say']): Promise<void> {
  await client.query('ANALYZE').catch((error: Error) => {
    say(
      `Everything was restored, but the statistics of its tables could not be made (${error.message}): reports are slow ` +
        'until the database has made them by itself, or somebody says ANALYZE to it',
    );
  });
}

/** Migrations that came with later releases. */
async function migrateSince(
  client: ClientBase,
  kysely: Kysely<unknown>,
  manifest: Manifest,
  say: (text: string) => void,
): Promise<void> {
  const later = Object.keys(migrations)
    .filter((name) => !manifest.migrations.includes(name))
    .toSorted();
  for (const name of later) {
    say(`Migration ${name}, which is newer than the backup`);
    await migrationOf(name).up(kysely);
    await client.query('INSERT INTO kysely_migration (name, timestamp) VALUES ($1, $2)', [
      name,
      new Date().toISOString(),
    ]);
  }
}

/** Throws `BackupRefused` for migrations that this release does not have. */
export function refuseLaterRelease({ migrations: done, release }: Manifest): void {
  const unknown = done.find((name) => !(name in migrations));
  if (unknown === undefined) return;
  throw new BackupRefused(
    `the backup was made by a later release (${release}): it holds the migration ${unknown}, which this one does not know. Restore it with that release`,
  );
}

function migrationOf(name: string): Migration {
  const migration = migrations[name];
  if (!migration) throw new Error(`there is no migration ${name}`);
  return migration;
}

/** Queries of migrations over the one connection, whose transaction is ours. */
function kyselyOf(client: ClientBase): Kysely<unknown> {
  const shared = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: async () => shared, end: async () => undefined, options: {} };
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
}

const migrationLock = {
  lockTable: 'kysely_migration_lock',
  lockRowId: 'migration_lock',
} as const;

/** What was in the schema that a connection of then meant without naming one is in that of this connection. */
async function inSchemaOf(
  client: ClientBase,
  { tables, sequences, schema: then }: Manifest,
): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  const now = rows[0]?.schema ?? then;
  const moved = <Named extends { readonly schema: string }>(named: Named): Named =>
    named.schema === then ? { ...named, schema: now } : named;
  return {
    tables: tables.map((table) => ({
      ...moved(table),
      partition: table.partition && { ...table.partition, of: moved(table.partition.of) },
    })),
    sequences: sequences.map((sequence) => ({
      ...moved(sequence),
      owner: sequence.owner && moved(sequence.owner),
    })),
  };
}

/** Throws `BackupRefused` for a name that is no table added by hand. */
async function withoutLeftOut(
  client: ClientBase,
  tables: readonly BackedUpTable[],
  leaveOut: ReadonlySet<string>,
): Promise<readonly BackedUpTable[]> {
  const ours = new Set((await listTables(client)).map(nameOf));
  for (const name of leaveOut) {
    const table = tables.find((one) => wordOf(one) === name);
    if (!table) throw new BackupRefused(`the backup holds no table ${name} that could be left out`);
    if (ours.has(nameOf(table))) throw new BackupRefused(`${name} is no table that somebody added by hand`);
  }
  return tables.filter((table) => !leaveOut.has(wordOf(table)));
}

/** Progress is shown for larger tables. */
const progressFromBytes = 20_000_000;

async function fill(
  client: ClientBase,
  table: BackedUpTable,
  folder: string,
  { say, signal }: Pick<LoadOrder, 'say' | 'signal'>,
): Promise<void> {
  for (const { path, bytes, rows, textBytes } of table.files) {
    if (bytes > progressFromBytes) say(`  ${table.name}: ${rows.toLocaleString('en')} rows`);
    // nobody sees them before the commit: they need no second pass to be marked as seen by all
    const statement = `COPY ${nameOf(table)}${copyColumns(table)} FROM STDIN (FREEZE)`;
    await loadTableFile(join(folder, path), textBytes, copyFrom(client, statement), signal);
  }
}

async function compare(client: ClientBase, table: BackedUpTable, signal: AbortSignal): Promise<void> {
  const expected = sumOf(table.files);
  const rows = copyTo(client, `COPY ${nameOf(table)}${copyColumns(table)} TO STDOUT`);
  const found = await digestRows(rows, signal);
  if (found.rows === expected.rows && found.digest === expected.digest) return;
  throw new BackupRefused(
    `${wordOf(table)} differs from the backup: ${found.rows} rows of ${expected.rows}, ${found.digest} for ${expected.digest}. Nothing was restored`,
  );
}

/**
 * Sets each sequence to where it was when the backup ended, which is beyond every number in it, blocks that a running
 * server had taken ahead included; and beyond the highest number of its column, should somebody have written one by hand.
 */
async function restoreSequences(client: ClientBase, sequences: readonly BackedUpSequence[]): Promise<void> {
  for (const sequence of sequences) {
    const name = await targetName(client, sequence);
    if (name === undefined) continue;
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [
      name,
      sequence.lastValue,
      sequence.isCalled,
    ]);
  }
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(`
    SELECT DISTINCT s.oid::regclass::text AS sequence, t.oid::regclass::text AS "table", quote_ident(a.attname) AS "column"
    FROM pg_class AS s
    JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = s.oid AND d.classid = 'pg_attrdef'::regclass
      OR d.classid = 'pg_class'::regclass AND d.objid = s.oid AND d.deptype = 'i'
    LEFT JOIN pg_attrdef AS f ON d.classid = 'pg_attrdef'::regclass AND f.oid = d.objid
    JOIN pg_class AS t ON t.oid = coalesce(f.adrelid, d.refobjid)
    JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = coalesce(f.adnum, d.refobjsubid)
    WHERE s.relkind = 'S' AND NOT t.relispartition`);
  for (const { sequence, table, column } of rows) {
    await client.query(
      `SELECT setval($1::regclass, highest) FROM (SELECT max(${column})::bigint AS highest FROM ${table}) AS held,
         (SELECT CASE WHEN is_called THEN last_value + seqincrement ELSE last_value END AS next, seqincrement
          FROM ${sequence}, pg_sequence WHERE seqrelid = $1::regclass) AS counter
       WHERE seqincrement > 0 AND highest >= next`,
      [sequence],
    );
  }
}

/** The sequence of an identity column may have another name here. */
async function targetName(client: ClientBase, sequence: BackedUpSequence): Promise<string | undefined> {
  const { owner } = sequence;
  if (!owner?.isIdentity) {
    const { rows } = await client.query<{ name: string | null }>('SELECT to_regclass($1)::text AS name', [
      nameOf(sequence),
    ]);
    return rows[0]?.name ?? undefined;
  }
  const { rows: tables } = await client.query<{ present: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS present',
    [nameOf(owner)],
  );
  if (!tables[0]?.present) return undefined;
  const { rows } = await client.query<{ name: string | null }>(
    'SELECT pg_get_serial_sequence($1, $2) AS name',
    [nameOf(owner), owner.column],
  );
  return rows[0]?.name ?? undefined;
}
