/** Against a real PgBouncer, where the machine has one (Debian: `apt-get install pgbouncer`). */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg, { type Pool, type PoolClient } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../database.ts';
import { createPool } from '../pool.ts';
import { createTestDatabase } from '../test-database.ts';
import { refuseTransactionPooler } from './transaction-pooler.ts';

const search = `${process.env.PATH}:/usr/sbin`;
const hasPgBouncer = spawnSync('pgbouncer', ['--version'], { env: { PATH: search } }).status === 0;
if (!hasPgBouncer) console.warn('PgBouncer is not installed: what refuses it at the start is not tried');

const log = pino({ level: 'silent' });
const database = await createTestDatabase();
afterAll(() => database.drop());
const running: { readonly child: ChildProcess; readonly folder: string }[] = [];
afterEach(async () => {
  for (const { child, folder } of running.splice(0)) {
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  }
});

const ourParameters = 'extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout';

/** The address of the test's database through a PgBouncer with these settings. */
async function throughPgBouncer(settings: readonly string[], sets = 'SELECT 1'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-pooler-'));
  const { hostname, port, username, pathname } = new URL(database.connectionString);
  const server = `host=${decodeURIComponent(hostname)} port=${port || 5432} user=${username || 'postgres'} connect_query='${sets}'`;
  const file = join(folder, 'pgbouncer.ini');
  const own = [
    'listen_port = 6432',
    `unix_socket_dir = ${folder}`,
    'auth_type = any',
    'default_pool_size = 4',
  ];
  writeFileSync(file, ['[databases]', `* = ${server}`, '[pgbouncer]', ...own, ...settings, ''].join('\n'));
  // it does not run as root
  const asUser = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  const command = [...(process.getuid?.() === 0 ? asUser : []), 'pgbouncer', file];
  const child = spawn('/usr/bin/env', command, {
    env: { PATH: search },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.push({ child, folder });
  let response = '';
  child.stderr.on('data', (chunk) => {
    response += chunk;
  });
  await vi.waitFor(() => expect(existsSync(join(folder, '.s.PGSQL.6432')), response).toBe(true), {
    timeout: 10_000,
  });
  return `postgres://pooled@${encodeURIComponent(folder)}:6432${pathname}`;
}

const open = (databaseUrl: string) =>
  openDatabase({ dataDir: '/nonexistent', databaseUrl, databaseConnections: 4 }, log);

test.runIf(hasPgBouncer).each([
  [
    'that hands connections from one to another',
    ['pool_mode = transaction', `ignore_startup_parameters = ${ourParameters}`],
  ],
  ['that passes our settings on, and shares connections', ['pool_mode = transaction']],
  ['that drops our settings', ['pool_mode = session', `ignore_startup_parameters = ${ourParameters}`]],
  [
    'that sets for all what we ask for, and shares connections',
    ['pool_mode = transaction', `ignore_startup_parameters = ${ourParameters}`],
    'SET jit = off; SET work_mem = 16384; SET synchronous_commit = on',
  ],
  ['as it is installed', []],
])('[SCALE-06] a pooler %s is refused at the start with what to do', async (_, settings, sets?: string) => {
  const address = await throughPgBouncer(settings, sets);
  await expect(open(address)).rejects.toThrow(/leads to a connection pooler .* pool_mode = session/);
});

test('[SCALE-06] PostgreSQL itself is no pooler', async () => {
  const opened = await open(database.connectionString);
  await opened.stop();
});

test.runIf(hasPgBouncer)(
  '[SCALE-06] a server behind such a pooler ends its start with 2 and one sentence',
  async () => {
    const DATABASE_URL = await throughPgBouncer(['pool_mode = transaction']);
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'atalaia-pooler-'));
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../main.ts')], {
      env: {
        PATH: search,
        HOST: '127.0.0.1',
        PORT: '0',
        PROTOCOLS: 'osmand',
        PORT_OFFSET: '31000',
        DATA_DIR,
        DATABASE_URL,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.push({ child, folder: DATA_DIR });
    const errors = text(child.stderr);
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(await errors).toMatch(/^the address of DATABASE_URL leads to a connection pooler .*\n$/);
  },
);

/** A pool whose clients reach these connections of the server: `other` for the second client, `later` for the first one from then on. */
const handingOut = (one: Pick<PoolClient, 'query'>, other = one, later = one): Pool => {
  let isOpen = false;
  const clients = [
    {
      query: (text: string, values?: unknown[]) => (isOpen ? later : one).query(text, values),
      release: () => {},
    },
    {
      query: (text: string, values?: unknown[]) => {
        isOpen ||= text === 'BEGIN';
        return other.query(text, values);
      },
      release: () => {},
    },
  ];
  return { connect: async () => clients.shift() } as unknown as Pool;
};

test('[SCALE-06] what a pooler does to connections is refused where there is none too: shared, changed under way, without our settings', async () => {
  const ours = createPool({ connectionString: database.connectionString, connections: 3, log });
  const bare = new pg.Pool({ connectionString: database.connectionString, max: 1 });
  const [one, other, later] = [await ours.connect(), await ours.connect(), await ours.connect()];
  const plain = await bare.connect();
  try {
    await expect(refuseTransactionPooler(handingOut(one, other))).resolves.toBeUndefined();
    const refusal = /leads to a connection pooler .* pool_mode = session/;
    await expect(refuseTransactionPooler(handingOut(one))).rejects.toThrow(refusal);
    await expect(refuseTransactionPooler(handingOut(one, other, later))).rejects.toThrow(refusal);
    await expect(refuseTransactionPooler(handingOut(plain, other))).rejects.toThrow(refusal);
    const unsupported = async () => {
      throw new Error('unsupported startup parameter: options');
    };
    await expect(refuseTransactionPooler({ connect: unsupported } as unknown as Pool)).rejects.toThrow(
      refusal,
    );
  } finally {
    for (const client of [one, other, later, plain]) client.release();
    await ours.end();
    await bare.end();
  }
});
