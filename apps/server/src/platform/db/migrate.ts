import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import { DatabaseRefused } from '../../errors/database-errors.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations.ts';
import { createPool } from './pool.ts';

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
  const pool = createPool({ connectionString, connections: 2, log, statementTimeoutMs: 0 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const done = await doneMigrations(db);
    refuseUnknown(done);
    const renaming = done.size > 0 ? pendingRenaming(done) : undefined;
    if (renaming !== undefined) await beforeRenaming(renaming);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error;
    for (const { migrationName } of results) log.info({ migration: migrationName }, 'migrated');
  } finally {
    await db.destroy();
  }
}

/** Empty for a database that no release has been at. */
async function doneMigrations(db: Kysely<unknown>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ present: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS present`.execute(db);
  if (!rows[0]?.present) return new Set();
  const done = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return new Set(done.rows.map(({ name }) => name));
}

function refuseUnknown(done: ReadonlySet<string>): void {
  const unknown = [...done].find((name) => !(name in migrations));
  if (unknown === undefined) return;
  throw new DatabaseRefused(
    `the database holds the migration ${unknown}, which this release does not know: start the later release`,
  );
}

function pendingRenaming(done: ReadonlySet<string>): string | undefined {
  return Object.entries(migrations).find(([name, { renames }]) => renames && !done.has(name))?.[0];
}
