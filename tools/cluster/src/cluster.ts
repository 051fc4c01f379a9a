/** One installation of many processes on this machine: NATS, PostgreSQL, two of each role, and what stands in front. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '@atalaia/fixtures/free-ports';
import { type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { endsWithParent } from '@atalaia/simulator/demo/child';
import { type Nats, startNats } from './nats.ts';
import type { Part } from './part.ts';
import { type PatroniDatabase, startPatroni } from './patroni.ts';
import { type ClusterDatabase, startPostgres } from './postgres.ts';
import { proxySource, startProxy } from './proxy.ts';

export type Role = 'web' | 'ingest' | 'jobs';

export interface ClusterOptions {
  /** How many processes of each role; two by default. */
  readonly processes?: Readonly<Partial<Record<Role, number>>>;
  /** PostgreSQL twice, under Patroni. */
  readonly ha?: boolean;
  /** Added to the environment of every process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The same, for one process by its name; `folder` is the cluster's. */
  readonly envOf?: (name: string, folder: string) => Readonly<Record<string, string>>;
  /** What Node is given: the server's entry by default. */
  readonly program?: readonly string[];
  /** Where browsers and trackers come; free ones by default. */
  readonly ports?: { readonly port: number; readonly portOffset: number };
}

export interface ClusterProcess {
  /** `web-1` */
  readonly name: string;
  readonly role: Role;
  readonly server: RunningServer;
}

export interface Cluster {
  /** For browsers, through the proxy. */
  readonly origin: string;
  /** For trackers, through the proxy; datagrams go to an ingest process itself. */
  readonly portOffset: number;
  readonly folder: string;
  readonly nats: Nats;
  readonly database: ClusterDatabase;
  /** The same, where there are two PostgreSQL. */
  readonly patroni: PatroniDatabase | undefined;
  readonly proxy: Part;
  readonly processes: readonly ClusterProcess[];
  of(role: Role): readonly ClusterProcess[];
  /** What a process of this name and role is given. */
  envOf(name: string, role: Role): Readonly<Record<string, string>>;
  /** One more process of the installation, past the proxy. */
  add(name: string, role: Role, env?: Readonly<Record<string, string>>): Promise<ClusterProcess>;
  remove(process: ClusterProcess): Promise<void>;
  /** From now on a process that ended is started again, as whoever watches over it would; what is returned ends that. */
  watchOver(): () => void;
  end(): Promise<void>;
}

const lookEveryMs = 300;

/** One that cannot start, its database being away, is tried again. */
function watchOver(processes: readonly ClusterProcess[]): () => void {
  const starting = new Set<ClusterProcess>();
  const timer = setInterval(() => {
    for (const one of processes) {
      if (!one.server.hasEnded || starting.has(one)) continue;
      starting.add(one);
      one.server
        .restart()
        .catch(() => undefined)
        .finally(() => starting.delete(one));
    }
  }, lookEveryMs);
  return () => clearInterval(timer);
}

const usual = { web: 2, ingest: 2, jobs: 2 } as const;

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'atalaia-cluster-'));
  const ends: (() => Promise<void>)[] = [() => removeFolder(folder)];
  const end = async () => {
    for (let next = ends.pop(); next; next = ends.pop()) await next();
  };
  try {
    return await assemble(options, folder, ends, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function assemble(
  options: ClusterOptions,
  folder: string,
  ends: (() => Promise<void>)[],
  end: () => Promise<void>,
): Promise<Cluster> {
  const nats = await startNats(folder);
  ends.push(nats.end);
  const patroni = options.ha ? await startPatroni(folder) : undefined;
  const database = patroni ?? (await startPostgres(folder));
  ends.push(database.end);
  const secretKey = randomBytes(32).toString('hex');
  const processes: ClusterProcess[] = [];

  const envOf = (name: string, role: Role) => ({
    LOG_LEVEL: 'error',
    ROLES: role,
    NATS_URL: nats.servers.map(({ url }) => url).join(','),
    DATABASE_URL: database.url,
    ...(database.readUrl && { DATABASE_READ_URL: database.readUrl }),
    SECRET_KEY: secretKey,
    TRUST_PROXY: '127.0.0.1',
    PROXY_PROTOCOL_FROM: proxySource,
    ...options.env,
    ...options.envOf?.(name, folder),
  });

  async function add(name: string, role: Role, env: Readonly<Record<string, string>> = {}) {
    const server = await startServer({
      parentFolder: folder,
      apart: endsWithParent(),
      ...(options.program && { program: options.program }),
      env: { ...envOf(name, role), ...env },
    });
    const added = { name, role, server };
    processes.push(added);
    return added;
  }

  async function remove(process: ClusterProcess): Promise<void> {
    processes.splice(processes.indexOf(process), 1);
    await process.server.stop();
  }

  ends.push(async () => {
    await Promise.all(processes.map(({ server }) => server.stop()));
  });
  const counts = { ...usual, ...options.processes };
  const names = (['web', 'ingest', 'jobs'] as const).flatMap((role) =>
    Array.from({ length: counts[role] }, (_, index) => ({ name: `${role}-${index + 1}`, role })),
  );
  // the first makes the tables
  for (const { name, role } of names.splice(0, 1)) await add(name, role);
  await Promise.all(names.map(({ name, role }) => add(name, role)));
  const of = (role: Role) =>
    processes.filter((one) => one.role === role).toSorted((one, other) => one.name.localeCompare(other.name));
  const { port, portOffset } = options.ports ?? (await findFreePorts());
  const proxy = await startProxy({ folder, port, portOffset, web: of('web'), ingest: of('ingest') });
  ends.push(proxy.end);
  return {
    origin: `http://127.0.0.1:${port}`,
    ...{ portOffset, folder, nats, database, patroni, proxy, processes, of, envOf, add, remove, end },
    watchOver: () => watchOver(processes),
  };
}

async function removeFolder(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}
