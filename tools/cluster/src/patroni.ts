/**
 * Two PostgreSQL of Debian under Patroni, which keeps in etcd who is the primary; an HAProxy leads to the primary and to
 * the replica by asking Patroni. One etcd is enough to try it; an installation has three.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@atalaia/fixtures/free-ports';
import { retryWhileAway } from '@atalaia/server/src/platform/db/connection/retry-while-away.ts';
import { postgresProcessesIn } from '@atalaia/server/src/platform/db/embedded/processes.ts';
import { type Account, unprivilegedAccount } from '@atalaia/server/src/platform/db/embedded/run-as.ts';
import { createPool } from '@atalaia/server/src/platform/db/pool.ts';
import { pino } from 'pino';
import { findProgram, postgresFolder } from './debian-packages.ts';
import { type Part, signalAll, startPart } from './part.ts';
import type { ClusterDatabase } from './postgres.ts';
import { proxyDefaults } from './proxy.ts';

interface Node {
  readonly name: string;
  readonly part: Part;
  readonly port: number;
  readonly restPort: number;
  readonly dataDir: string;
}

export interface PatroniDatabase extends ClusterDatabase {
  readonly readUrl: string;
  /** The name of the node that is the primary now; undefined while none is. */
  primary(): Promise<string | undefined>;
  killStandby(): Promise<void>;
  /** Both, at one moment. */
  killBoth(): Promise<void>;
  /** Resolves when the primary waits for its standby, or does not. */
  setSynchronous(isOn: boolean): Promise<void>;
  /** Starts what was killed, as whoever watches over it would. */
  restartKilled(): Promise<void>;
}

const readyWithinMs = 60_000;
const quiet = pino({ level: 'silent' });

export async function startPatroni(folder: string): Promise<PatroniDatabase> {
  // PostgreSQL refuses root
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  chmodSync(folder, 0o711);
  const own = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (account) chownSync(path, account.uid, account.gid);
    return path;
  };
  const [etcdPort, peerPort] = [await findFreePort(), await findFreePort()];
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const etcd = await startPart({
    name: 'etcd',
    account,
    command: [
      ...[findProgram('etcd') ?? 'etcd', '--name', 'etcd-1', '--data-dir', own('etcd')],
      ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
      ...['--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peerPort}`],
      ...['--initial-cluster', `etcd-1=http://127.0.0.1:${peerPort}`],
    ],
    isReady: async () => (await fetch(`${etcdUrl}/health`)).ok,
  });
  const password = randomBytes(16).toString('hex');
  const nodes: Node[] = [];
  for (const name of ['pg-1', 'pg-2']) {
    nodes.push(await startNode({ name, etcdPort, password, account, home: own(name) }));
  }
  const [port, replicaPort] = [await findFreePort(), await findFreePort()];
  const proxy = await startDatabaseProxy(folder, nodes, port, replicaPort);
  const url = (at: number, database: string) =>
    `postgresql://postgres:${password}@127.0.0.1:${at}/${database}?sslmode=disable`;
  await makeDatabase(url(port, 'postgres'));
  await untilReplicated(nodes);

  const leader = async () => {
    for (const node of nodes) if (await answers(node, 'primary')) return node;
    return undefined;
  };
  const killed = new Set<Node>();
  const kill = async (node: Node | undefined) => {
    if (!node) throw new Error('no such PostgreSQL is at work');
    killed.add(node);
    await node.part.kill();
    signalAll(postgresProcessesIn(node.dataDir), 'SIGKILL');
  };
  return {
    url: url(port, 'atalaia'),
    readUrl: url(replicaPort, 'atalaia'),
    primary: async () => (await leader())?.name,
    killPrimary: async () => kill(await leader()),
    async killStandby() {
      const primary = await leader();
      await kill(nodes.find((node) => node !== primary));
    },
    async killBoth() {
      await Promise.all(nodes.map(kill));
    },
    async setSynchronous(isOn) {
      const answer = await fetch(`http://127.0.0.1:${nodes[0]?.restPort}/config`, {
        method: 'PATCH',
        body: JSON.stringify({ synchronous_mode: isOn }),
      });
      if (!answer.ok) throw new Error(`Patroni answered ${answer.status}: ${await answer.text()}`);
      await untilReplicated(nodes, isOn);
    },
    async restartKilled() {
      // each may need the other one: only one of them may become the primary
      await Promise.all([...killed].map(({ part }) => part.restart()));
      killed.clear();
      await untilReplicated(nodes);
    },
    async primaryPids() {
      const primary = await leader();
      return primary ? [primary.part.pid, ...postgresProcessesIn(primary.dataDir)] : [];
    },
    async end() {
      await proxy.end();
      for (const { part } of nodes) await part.end();
      await etcd.end();
    },
  };
}

/** As Patroni itself says it. */
async function answers(
  { restPort }: Pick<Node, 'restPort'>,
  role: 'primary' | 'replica' | 'sync' | 'health',
) {
  const answer = await fetch(`http://127.0.0.1:${restPort}/${role}`).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

/** Until then nothing is acknowledged by two; `isInStep` false: until it is so. */
async function untilReplicated(nodes: readonly Node[], isInStep = true): Promise<void> {
  const deadlineMs = performance.now() + readyWithinMs;
  for (;;) {
    const roles = await Promise.all(nodes.map(async (node) => ((await answers(node, 'sync')) ? 'sync' : '')));
    if (roles.includes('sync') === isInStep) return;
    if (performance.now() > deadlineMs)
      throw new Error(`no standby follows in step:\n${nodes.map(({ part }) => part.output()).join('\n')}`);
    await sleep(200);
  }
}

async function makeDatabase(maintenance: string): Promise<void> {
  const pool = createPool({ connectionString: maintenance, connections: 1, log: quiet });
  try {
    await retryWhileAway(async () => void (await pool.query('SELECT 1')), {
      forMs: readyWithinMs,
      onWait: () => undefined,
    });
    await pool.query(`CREATE DATABASE atalaia TEMPLATE template0 ENCODING 'UTF8'`);
  } finally {
    await pool.end();
  }
}

interface NodeParts {
  readonly name: string;
  readonly home: string;
  readonly etcdPort: number;
  readonly password: string;
  readonly account: Account | undefined;
}

async function startNode({ name, home, etcdPort, password, account }: NodeParts): Promise<Node> {
  const [port, restPort] = [await findFreePort(), await findFreePort()];
  const dataDir = join(home, 'data');
  const file = join(home, 'patroni.yml');
  const config = {
    scope: 'atalaia',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...{ ttl: 15, loop_wait: 5, retry_timeout: 5, synchronous_mode: true, master_start_timeout: 0 },
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 300,
            wal_log_hints: 'on',
            max_wal_size: '512MB',
            random_page_cost: 1.1,
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` },
      ...{ data_dir: dataDir, bin_dir: postgresFolder(), pgpass: join(home, 'pgpass') },
      pg_hba: [
        'local all all trust',
        'host replication all 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      parameters: { unix_socket_directories: home, password_encryption: 'scram-sha-256' },
    },
  };
  // JSON is YAML
  writeFileSync(file, JSON.stringify(config, undefined, 2), { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
  const part = await startPart({
    name,
    account,
    command: [findProgram('patroni') ?? 'patroni', file],
    readyWithinMs,
    isReady: () => answers({ restPort }, 'health'),
  });
  return { name, part, port, restPort, dataDir };
}

function startDatabaseProxy(folder: string, nodes: readonly Node[], port: number, replicaPort: number) {
  const listen = (name: string, at: number, path: string) =>
    [
      `listen ${name}`,
      `  bind 127.0.0.1:${at}`,
      `  option httpchk OPTIONS ${path}`,
      '  http-check expect status 200',
      '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`),
    ].join('\n');
  const file = join(folder, 'haproxy-database.cfg');
  const config = [
    proxyDefaults,
    listen('primary', port, '/primary'),
    listen('replica', replicaPort, '/replica'),
    '',
  ];
  writeFileSync(file, config.join('\n'));
  return startPart({
    name: 'database-proxy',
    command: [findProgram('haproxy') ?? 'haproxy', '-db', '-f', file],
    isReady: () => accepts(port),
  });
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const line = connect(port, '127.0.0.1', () => line.end(() => resolve(true)));
    line.once('error', () => resolve(false));
  });
