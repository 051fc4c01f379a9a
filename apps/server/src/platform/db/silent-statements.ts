/**
 * A statement that got no byte of an answer for a while is looked up on a new connection. Where the server does not work
 * on it (a failover, a network that forgot the connection), its connection is thrown away: whoever waits gets an error
 * that counts as the database being away, and does it again. A lock that is waited for is work. An answer may have left
 * the server while it was asked, so only what is found so twice is thrown away.
 */
import pg from 'pg';
import type { Logger } from 'pino';

/** Of a client of `pg`, what its types leave out. */
interface ClientParts {
  /** No statement is under way. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: { readonly bytesRead: number; destroy(): void } };
}

type Client = pg.PoolClient & ClientParts;

/** The server's side of a connection: a process number may be dealt again, by another server too. */
export interface Backend {
  readonly pid: number;
  readonly started: string;
}

export interface SilentStatementsParts {
  readonly pool: pg.Pool;
  readonly connectionString: string;
  readonly log: Logger;
  backendOf(client: pg.PoolClient): Backend | undefined;
  readonly lookEveryMs?: number;
}

/** A statement without an answer is looked up after one to two of these, ms, and once more after another. */
const defaultLookEveryMs = 5_000;
const lookUpTimeoutMs = 5_000;

/** Looks as long as the pool lives. */
export function watchSilentStatements(parts: SilentStatementsParts): void {
  const { pool, log, backendOf, lookEveryMs = defaultLookEveryMs } = parts;
  /** Connections in use, with the bytes that they had received at the last look. */
  const inUse = new Map<Client, number>();
  const bytesRead = (client: Client) => client.connection.stream.bytesRead;
  /** Found once without the server working on their statements. */
  let suspects: ReadonlySet<Client> = new Set();
  let looking = false;

  const silentOnes = (): readonly Client[] => {
    const silent: Client[] = [];
    for (const [client, before] of inUse) {
      const now = bytesRead(client);
      if (!client.readyForQuery && now === before) silent.push(client);
      inUse.set(client, now);
    }
    return silent;
  };

  const isStillSilent = (client: Client) => inUse.get(client) === bytesRead(client) && !client.readyForQuery;

  const throwAway = (client: Client) => {
    const { pid } = backendOf(client) ?? {};
    log.warn({ pid }, 'the database does not work on a statement that waits for it');
    client.connection.stream.destroy();
  };

  const look = async () => {
    if (looking) return;
    const silent = silentOnes();
    const before = suspects;
    suspects = new Set();
    if (silent.length === 0) return;
    looking = true;
    try {
      const working = await findWorking(parts.connectionString, silent.map(backendOf));
      suspects = new Set(silent.filter((client) => !working.has(keyOf(backendOf(client)))));
      for (const client of suspects) if (before.has(client) && isStillSilent(client)) throwAway(client);
    } catch (error) {
      log.debug({ err: error }, 'statements without an answer could not be looked up');
    } finally {
      looking = false;
    }
  };

  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  pool.on('acquire', (client) => inUse.set(client as Client, bytesRead(client as Client)));
  pool.on('release', (_, client) => inUse.delete(client as Client));
  pool.on('remove', (client) => {
    inUse.delete(client as Client);
    if (pool.ending && pool.totalCount === 0) clearInterval(timer);
  });
}

const keyOf = (backend: Backend | undefined): string => `${backend?.pid} ${backend?.started}`;

/** Those of these that work on a statement. */
async function findWorking(
  connectionString: string,
  backends: readonly (Backend | undefined)[],
): Promise<ReadonlySet<string>> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: lookUpTimeoutMs,
    query_timeout: lookUpTimeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Backend>(
      `SELECT pid, extract(epoch FROM backend_start)::text AS started
       FROM pg_stat_activity WHERE pid = ANY($1) AND state = 'active'`,
      [backends.map((backend) => backend?.pid ?? 0)],
    );
    return new Set(rows.map(keyOf));
  } finally {
    await client.end().catch(() => undefined);
  }
}
