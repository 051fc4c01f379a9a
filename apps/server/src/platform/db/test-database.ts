import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createKysely, createPool } from './pool.ts';
import type { Schema } from './schema.ts';
import { templateName, testDatabasesVariable } from './test-databases.ts';

export interface TestDatabase {
  readonly pool: Pool;
  readonly kysely: Kysely<Schema>;
  readonly connectionString: string;
  /** Ends the connections and removes the database. */
  drop(): Promise<void>;
}

const log = pino({ level: 'silent' });

/** A database of the test's own, migrated and empty, on the real server of this test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const maintenance = await maintenanceAddress();
  const name = `test_${randomBytes(6).toString('hex')}`;
  // copied as files, and not page by page through the log, in half the time
  await onServer(maintenance, `CREATE DATABASE ${name} TEMPLATE ${templateName} STRATEGY FILE_COPY`);
  const connectionString = withDatabase(maintenance, name);
  const pool = createPool({ connectionString, connections: 8, log });
  return {
    pool,
    kysely: createKysely(pool),
    connectionString,
    async drop() {
      await pool.end();
      await onServer(maintenance, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function maintenanceAddress(): Promise<string> {
  const path = process.env[testDatabasesVariable];
  if (!path) throw new Error('test databases need the global setup of vitest.config.ts');
  const { connectionString, error } = JSON.parse(await text(connect(path)));
  if (error) throw new Error(`the PostgreSQL for tests did not start: ${error}`);
  return connectionString;
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const pool = createPool({ connectionString, connections: 1, log });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}

function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
