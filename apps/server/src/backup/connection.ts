import pg from 'pg';

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

/** One connection for a whole backup or restore. End it in any case. */
export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'atalaia backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // unheard, it would end the process; whoever uses the connection gets it from the query
  client.on('error', () => undefined);
  await client.connect();
  const settings = { ...stated, lock_timeout: String(lockPatienceMs) };
  await client.query({
    text: `SELECT set_config(name, given.value, false)
           FROM json_each_text($1::json) AS given (name, value) JOIN pg_settings USING (name)`,
    values: [JSON.stringify(settings)],
  });
  return client;
}
