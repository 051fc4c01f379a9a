import { Kysely, PostgresDialect } from 'kysely';
import pg, { type Pool, type PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import type { Logger } from 'pino';
import { type Backend, watchSilentStatements } from './connection/silent-statements.ts';
import { PreparingClient } from './prepared.ts';
import type { Schema } from './schema.ts';

export interface PoolParts {
  readonly connectionString: string;
  readonly connections: number;
  readonly log: Logger;
  /** A statement that takes longer is cut off; 0 never. Long work (a report) sets its own in its transaction. */
  readonly statementTimeoutMs?: number;
  /** Who waits longer for a lock gives up, so that nobody waits behind him; 0 never. */
  readonly lockTimeoutMs?: number;
  /** It is read only: a server that takes writes, or none, will do. */
  readonly isReplica?: boolean;
  /** How often statements without an answer are looked up, ms. */
  readonly lookEveryMs?: number;
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
  lockTimeoutMs = 0,
  isReplica = false,
  lookEveryMs,
}: PoolParts): pg.Pool {
  const backends = new WeakMap<pg.PoolClient, Backend>();
  const pool = new pg.Pool({
    connectionString,
    Client: PreparingClient,
    max: connections,
    types: valueParsers,
    application_name: 'atalaia',
    // An acknowledged position is on disk, whatever the role or the database of somebody else's server says.
    // Compiling a query to machine code takes longer here than it saves.
    // 100,000 rows are sorted and hashed in memory.
    // Another process for a part of a query takes 15 ms to begin, and a core from whoever stores positions: for long ones only.
    options:
      '-c TimeZone=UTC -c synchronous_commit=on -c jit=off -c work_mem=16MB -c parallel_setup_cost=20000',
    statement_timeout: statementTimeoutMs,
    ...(lockTimeoutMs > 0 && { lock_timeout: lockTimeoutMs }),
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    verify: (client, done) => {
      identify(client, isReplica).then((backend) => {
        backends.set(client, backend);
        done();
      }, done);
    },
    // No `query_timeout`: `pg` never clears it for a cursor, and a report's own longer limit would not move it.
  });
  // Either event, unheard, would end the process. The pool replaces the connection; whoever was using it gets the
  // error from the query. Only the message is logged: `pg` hangs its whole client on the error.
  pool.on('error', ({ message }) =>
    log.warn({ reason: message }, 'an idle connection to the database was lost'),
  );
  pool.on('connect', (client) => client.on('error', () => undefined));
  watchSilentStatements({
    pool,
    connectionString,
    log,
    backendOf: (client) => backends.get(client),
    ...(lookEveryMs !== undefined && { lookEveryMs }),
  });
  return pool;
}

/** SQLSTATE of a server that takes no writes: the one before a failover, or a replica. */
const readOnlyState = '25006';

/** The server's side of a new connection. Throws, as for a database that is away, when it is one that only reads. */
async function identify(client: pg.PoolClient, isReplica: boolean): Promise<Backend> {
  const { rows } = await client.query<Backend & { readonly isStandby: boolean }>(`
    SELECT pid, extract(epoch FROM backend_start)::text AS started, pg_is_in_recovery() AS "isStandby"
    FROM pg_stat_activity WHERE pid = pg_backend_pid()`);
  const [found] = rows;
  if (!found) throw new Error('the server does not know this connection');
  if (!found.isStandby || isReplica) return found;
  throw Object.assign(new Error('the address of the database leads to a server that only reads'), {
    code: readOnlyState,
  });
}

/** Typed queries over the same pool: kysely takes a connection only for as long as a query or transaction lasts. */
export function createKysely(pool: pg.Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
}

/**
 * How PostgreSQL's values arrive in JavaScript, one policy for every query of the pool:
 * - `bigint` is a number; beyond 2^53 it is an error, never a wrong number. (`sum` of bigint is numeric, and so text:
 *   cast it.)
 * - `timestamptz` is ISO text in UTC with milliseconds, exactly as `Date.toISOString` writes it and as the contract
 *   carries it. Text sorts as time does, and making a Date of each costs 1.6 times the scan.
 * - `date`, `timestamp`, `interval` and `numeric` stay PostgreSQL's text: they have no zone, or more digits than a
 *   number holds.
 */
const { builtins } = pg.types;
const int8Array = 1016;
const timestamptzArray = 1185;

type Parser = (text: string) => unknown;

/** Throws a RangeError on an integer that a number cannot hold. */
export function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers a number holds`);
  return value;
}

/** `2026-11-21 09:01:50.5+00` → `2026-11-21T09:01:50.500Z`. `infinity` and years beyond 9999 stay as they are. */
export function parseTimestamp(text: string): string {
  if (text.length < 22 || text.charCodeAt(10) !== 32) return text;
  if (!text.endsWith('+00')) return new Date(text).toISOString();
  const fraction = text.slice(20, -3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

const arrayOf =
  (parse: Parser): Parser =>
  (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((item) => (item === 'NULL' ? null : parse(item.replaceAll('"', ''))));

const asText: Parser = (text) => text;

const parsers = new Map<number, Parser>([
  [builtins.INT8, parseBigint],
  [int8Array, arrayOf(parseBigint)],
  [builtins.TIMESTAMPTZ, parseTimestamp],
  [timestamptzArray, arrayOf(parseTimestamp)],
  [builtins.DATE, asText],
  [builtins.TIMESTAMP, asText],
  [builtins.INTERVAL, asText],
]);

/** For the `types` of a pool. The rest is parsed as `pg` does. */
const valueParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format);
  },
};

/**
 * Does `work` in one transaction on one connection: committed when it resolves, rolled back when it rejects, with the
 * error of `work` thrown on. A connection that cannot even roll back is thrown away.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
