import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import type { Logger } from 'pino';
import type { Schema } from './schema.ts';
import { valueParsers } from './value-parsers.ts';

export interface PoolParts {
  readonly connectionString: string;
  readonly connections: number;
  readonly log: Logger;
  /** A statement that takes longer is cut off; 0 never. Long work (a report) sets its own in its transaction. */
  readonly statementTimeoutMs?: number;
}

const requestTimeoutMs = 30_000;

/** Someone waiting for a free or a new connection gets an error after this. */
const connectTimeoutMs = 5_000;

/** A connection that is idle for so long is asked whether its other side still lives, ms. */
const keepAliveMs = 10_000;

export function createPool({
  connectionString,
  connections,
  log,
  statementTimeoutMs = requestTimeoutMs,
}: PoolParts): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    types: valueParsers,
    application_name: 'atalaia',
    // An acknowledged position is on disk, whatever the role or the database of somebody else's server says.
    // Compiling a query to machine code takes longer here than it saves.
    // 100,000 rows are sorted and hashed in memory.
    options: '-c TimeZone=UTC -c synchronous_commit=on -c jit=off -c work_mem=16MB',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    // No `query_timeout`: `pg` never clears it for a cursor, and a report's own longer limit would not move it.
  });
  // Either event, unheard, would end the process. The pool replaces the connection; whoever was using it gets the
  // error from the query. Only the message is logged: `pg` hangs its whole client on the error.
  pool.on('error', ({ message }) =>
    log.warn({ reason: message }, 'an idle connection to the database was lost'),
  );
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Typed queries over the same pool: kysely takes a connection only for as long as a query or transaction lasts. */
export function createKysely(pool: pg.Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
}
