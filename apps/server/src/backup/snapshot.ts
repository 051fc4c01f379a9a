import pg, { type ClientBase } from 'pg';
import { BackupRefused } from '../errors/backup-errors.ts';
import { noteBackup } from '../platform/db/backup-marks.ts';
import { listSequences, listTables, nameOf, type Sequence, type Table } from './tables/catalog.ts';

/** The database at one instant, while the connection's transaction lasts. */
export interface Snapshot {
  readonly takenAt: string;
  readonly postgres: string;
  readonly incarnation: string;
  readonly schema: string;
  readonly migrations: readonly string[];
  readonly tables: readonly Table[];
  readonly sequences: readonly Sequence[];
}

/** Names one database of one cluster for good: what is restored elsewhere has another. */
export const incarnation = `
  (SELECT system_identifier FROM pg_control_system())::text || '/' ||
    (SELECT oid FROM pg_database WHERE datname = current_database())`;

const mostTries = 5;

/**
 * Begins a repeatable-read transaction in which every table stays as it is. The tables are locked against changes of
 * their form before the snapshot is taken: a table that was emptied or rewritten in between would read as empty.
 */
export async function takeSnapshot(client: ClientBase): Promise<Snapshot> {
  await noteBackup(client);
  for (let tries = 1; ; tries += 1) {
    const expected = await listTables(client);
    if (expected.length === 0)
      throw new BackupRefused('the database holds no tables: there is nothing to back up');
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query(`LOCK TABLE ONLY ${expected.map(nameOf).join(', ')} IN ACCESS SHARE MODE`);
      const snapshot = await describe(client);
      if (namesOf(snapshot.tables) === namesOf(expected)) return snapshot;
    } catch (error) {
      if (tries === mostTries || !isChanging(error)) throw error;
    }
    if (tries === mostTries) throw new BackupRefused('tables come and go all the time: try again later');
    await client.query('ROLLBACK');
  }
}

const namesOf = (tables: readonly Table[]) => tables.map(nameOf).join();

async function describe(client: ClientBase): Promise<Snapshot> {
  // the first statement that reads: its snapshot is the transaction's
  const { rows } = await client.query<Omit<Snapshot, 'tables' | 'sequences' | 'migrations'>>(`
    SELECT to_char(statement_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "takenAt",
      current_setting('server_version') AS postgres, current_schema() AS schema, ${incarnation} AS incarnation`);
  const [known] = rows;
  if (!known) throw new Error('the server did not describe itself');
  const tables = await listTables(client);
  return {
    ...known,
    migrations: await migrationsOf(client),
    tables,
    sequences: await listSequences(client),
  };
}

/** Those that have run, in order; none in a database that is not ours. */
export async function migrationsOf(client: ClientBase): Promise<readonly string[]> {
  const { rows: present } = await client.query<{ present: boolean }>(
    `SELECT to_regclass(current_schema() || '.kysely_migration') IS NOT NULL AS present`,
  );
  if (!present[0]?.present) return [];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map(({ name }) => name);
}

/** A table was dropped between two statements, or two sessions waited for each other. */
function isChanging(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['42P01', '40P01', '3F000'].includes(error.code ?? '');
}

/** What a person can mend, in words; anything else as it is. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === '42501') {
    return new BackupRefused(
      `${error.message}: give the role of DATABASE_URL the right to read every table of this database`,
    );
  }
  if (error.code === '55P03') {
    return new BackupRefused(
      'another program changes the form of a table and does not come to an end: try again when it has',
    );
  }
  return error;
}
