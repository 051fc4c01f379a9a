import pg from 'pg';
import { createLimiter } from '../platform/limiter/limiter.ts';

/** Rows are written and read alike on every server: what COPY's text depends on is stated. */
const stated = {
  TimeZone: 'UTC',
  DateStyle: 'ISO,YMD',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  xmloption: 'content',
  client_encoding: 'UTF8',
  // a policy that hides rows is an error, not a smaller table
  row_security: 'off',
  // two readers of one table would otherwise share their place in it
  synchronize_seqscans: 'off',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  // of PostgreSQL 17 and later
  transaction_timeout: '0',
  jit: 'off',
};

/** Who requests the locks of a backup or a restore waits so long for them. */
const lockPatienceMs = 60_000;

/** So long a server has to end what it is at, or to say that it cannot; one that hangs says nothing at all. */
const stopPatienceMs = 3_000;

/**
 * One connection for a whole backup or restore. End it in any case. Some seconds after the signal it ends by itself, and
 * what waits for an answer fails: a server that hangs must not keep a command that is to stop.
 */
export async function connect(connectionString: string, signal?: AbortSignal): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'atalaia backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // unheard, it would end the process; whoever uses the connection gets it from the query
  client.on('error', () => undefined);
  const giveUp = () => void setTimeout(() => client.connection.stream.destroy(), stopPatienceMs).unref();
  signal?.addEventListener('abort', giveUp, { once: true });
  client.once('end', () => signal?.removeEventListener('abort', giveUp));
  if (signal?.aborted) giveUp();
  await client.connect();
  const settings = { ...stated, lock_timeout: String(lockPatienceMs) };
  await client.query({
    text: `SELECT set_config(name, given.value, false)
           FROM json_each_text($1::json) AS given (name, value) JOIN pg_settings USING (name)`,
    values: [JSON.stringify(settings)],
  });
  return client;
}

/** Connections that read at once: while rows of one are compressed, another is sent more. */
export interface Readers {
  /** For what is asked once. */
  readonly first: pg.Client;
  /** Gives work a connection that nothing else uses meanwhile, in its turn. */
  run<Result>(work: (client: pg.Client) => Promise<Result>, signal: AbortSignal): Promise<Result>;
  /** All read from here on what the first one's transaction sees. */
  shareSnapshot(): Promise<void>;
  end(): Promise<void>;
}

const readersAtOnce = 2;

export async function connectReaders(connectionString: string, signal: AbortSignal): Promise<Readers> {
  const first = await connect(connectionString, signal);
  const others: pg.Client[] = [];
  const end = async () => {
    for (const client of [first, ...others]) await client.end().catch(() => undefined);
  };
  try {
    while (others.length < readersAtOnce - 1) others.push(await connect(connectionString, signal));
  } catch (error) {
    await end();
    throw error;
  }
  const free = [first, ...others];
  const limiter = createLimiter(readersAtOnce);
  return {
    first,
    end,
    run: (work, signal) =>
      limiter.run(async () => {
        const client = free.pop() ?? first;
        try {
          return await work(client);
        } finally {
          free.push(client);
        }
      }, signal),
    async shareSnapshot() {
      const { rows } = await first.query<{ name: string }>('SELECT pg_export_snapshot() AS name');
      for (const client of others) {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        await client.query(`SET TRANSACTION SNAPSHOT '${rows[0]?.name}'`);
      }
    },
  };
}
