import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { DatabaseRefused } from './database-refused.ts';
import { migrations } from './migrations.ts';
import { createPool } from './pool.ts';

/**
 * Brings the tables to what this release needs, in one transaction and behind a lock, so that two processes starting
 * at once do it once. Throws `DatabaseRefused` when a later release has been at this database, and the error of the
 * migration that failed otherwise; nothing is changed then.
 */
export async function migrate(
  { connectionString }: Pick<Database, 'connectionString'>,
  log: Logger,
): Promise<void> {
  // A connection of its own: a migration may take longer than a request's statement.
  const pool = createPool({ connectionString, connections: 2, log, statementTimeoutMs: 0 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await refuseUnknown(db);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error;
    for (const { migrationName } of results) log.info({ migration: migrationName }, 'migrated');
  } finally {
    await db.destroy();
  }
}

async function refuseUnknown(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ present: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS present`.execute(db);
  if (!rows[0]?.present) return;
  const done = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  const unknown = done.rows.find(({ name }) => !(name in migrations));
  if (unknown) {
    throw new DatabaseRefused(
      `the database holds the migration ${unknown.name}, which this release does not know: start the later release`,
    );
  }
}
