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

/** The server's side of a connection: a process number may be given again, by another server too. */
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

/** Since when a connection has received no more than so many bytes. */
interface Silence {
  readonly bytesRead: number;
  readonly sinceMs: number;
}

/** Looks as long as the pool lives. */
export function watchSilentStatements(parts: SilentStatementsParts): void {
  const { pool, log, backendOf, lookEveryMs = defaultLookEveryMs } = parts;
  const inUse = new Map<Client, Silence>();
  /** Found once without the server working on their statements, each in this silence. */
  let suspects: ReadonlyMap<Client, Silence> = new Map();
  let looking = false;

  const listen = (client: Client): Silence => {
    const silence = { bytesRead: client.connection.stream.bytesRead, sinceMs: performance.now() };
    inUse.set(client, silence);
    return silence;
  };
  /** The silence that has lasted until now; undefined where something came, or no statement waits. */
  const silenceOf = (client: Client): Silence | undefined => {
    const silence = inUse.get(client);
    if (!silence || client.readyForQuery) return undefined;
    return silence.bytesRead === client.connection.stream.bytesRead ? silence : undefined;
  };

  const longSilences = (): ReadonlyMap<Client, Silence> => {
    const found = new Map<Client, Silence>();
    for (const client of inUse.keys()) {
      // until its server process is known it cannot be looked up; the time to connect has its own limit
      if (!backendOf(client)) continue;
      const silence = silenceOf(client) ?? listen(client);
      if (performance.now() - silence.sinceMs >= lookEveryMs) found.set(client, silence);
    }
    return found;
  };

  const throwAway = (client: Client) => {
    const { pid } = backendOf(client) ?? {};
    log.warn({ pid }, 'the database does not work on a statement that waits for it');
    client.connection.stream.destroy();
  };

  const look = async () => {
    if (looking) return;
    const silent = longSilences();
    const before = suspects;
    suspects = new Map();
    if (silent.size === 0) return;
    looking = true;
    try {
      const working = await findWorking(parts.connectionString, [...silent.keys()].map(backendOf));
      suspects = new Map([...silent].filter(([client]) => !working.has(keyOf(backendOf(client)))));
      for (const [client, silence] of suspects) {
        if (before.get(client) === silence && silenceOf(client) === silence) throwAway(client);
      }
    } catch (error) {
      log.debug({ err: error }, 'statements without an answer could not be looked up');
    } finally {
      looking = false;
    }
  };

  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  pool.on('acquire', (client) => listen(client as Client));
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
