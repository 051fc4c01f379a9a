/**
 * `npm run cluster`: an installation of many processes on this machine with the demonstration's company, whose fleet
 * drives through the proxy. `--ha`: PostgreSQL twice, under Patroni. `--yes` installs what is missing of Debian without
 * asking. Ctrl+C ends everything that it started.
 */
import { parseArgs } from 'node:util';
import { findFreePorts } from '@atalaia/fixtures/free-ports';
import { signIn } from '@atalaia/simulator/demo/api-client';
import { type Child, startChild } from '@atalaia/simulator/demo/child';
import { administrator, demoPassword, people } from '@atalaia/simulator/demo/company';
import { playDesk } from '@atalaia/simulator/demo/desk/on-duty';
import { seedDesk } from '@atalaia/simulator/demo/desk/seed-desk';
import { seedCompany } from '@atalaia/simulator/demo/seed';
import { makeFleet } from '@atalaia/simulator/fleet/fleet';
import { type Cluster, startCluster } from './cluster.ts';
import { availablePrograms, isAgreedBy, requirePrograms, usualPrograms } from './debian-packages.ts';

const vehicles = 64;
const fleetProgram = new URL('../../simulator/src/main.ts', import.meta.url);

function readOptions() {
  return parseArgs({
    options: { ha: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
  }).values;
}

async function portsWanted() {
  const free = await findFreePorts();
  const { PORT, PORT_OFFSET } = process.env;
  return { port: Number(PORT ?? free.port), portOffset: Number(PORT_OFFSET ?? free.portOffset) };
}

function driveFleet({ portOffset, of }: Cluster): Child {
  const [first] = of('ingest');
  const datagramPortOffset = first?.server.portOffset ?? portOffset;
  const args = ['--port-offset', `${portOffset}`, '--datagram-port-offset', `${datagramPortOffset}`];
  return startChild(fleetProgram, [...args, '--vehicles', `${vehicles}`], {});
}

function introduce({ origin, portOffset, nats, of, database, patroni, proxy }: Cluster): void {
  const processes = (['web', 'ingest', 'jobs'] as const).flatMap(of);
  const withoutPassword = (url: string) => url.replace(/:[^:@/]*@/, ':…@');
  const rows = [
    ['Atalaia', origin, `proxy ${proxy.pid}`],
    ['trackers', `their usual ports + ${portOffset}`, ''],
    ...processes.map(({ name, server }) => [
      name,
      server.origin,
      `${server.pid}, trackers' ports + ${server.portOffset}`,
    ]),
    ...nats.servers.map(({ part, url }) => [part.name, withoutPassword(url), `${part.pid}`]),
    [patroni ? 'primary' : 'PostgreSQL', withoutPassword(database.url), ''],
    ...(patroni ? [['replica', withoutPassword(patroni.readUrl), '']] : []),
  ];
  const accounts = [administrator, ...people.map(({ user }) => user.email)];
  console.error(
    [
      '',
      ...rows.map(([name = '', address = '', pid]) => `${name.padEnd(12)}${address}  ${pid}`),
      '',
      ...accounts.map((email) => `  ${email}`),
      `\n  password: ${demoPassword}\n`,
    ].join('\n'),
  );
}

async function run(): Promise<number> {
  const options = readOptions();
  await requirePrograms(options.ha ? availablePrograms : usualPrograms, options.yes || isAgreedBy([]));
  const asked = Promise.withResolvers<void>();
  const atWork = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      atWork.abort();
      asked.resolve();
    });
  }
  const cluster = await startCluster({
    ha: options.ha,
    ports: await portsWanted(),
    env: { LOG_LEVEL: 'warn', ADMIN_EMAIL: administrator, ADMIN_PASSWORD: demoPassword },
  });
  let driving: Child | undefined;
  try {
    if (atWork.signal.aborted) return 0;
    // what the desk did in the past days is written past the API
    process.env.DATABASE_URL = cluster.database.url;
    const fleet = makeFleet(vehicles);
    const api = await signIn(cluster.origin, administrator, demoPassword);
    await seedCompany(api, fleet);
    await seedDesk(api, cluster.origin, cluster.folder, fleet);
    driving = driveFleet(cluster);
    introduce(cluster);
    playDesk(cluster.origin, cluster.folder, fleet, atWork.signal).catch((error: unknown) => {
      if (!atWork.signal.aborted) console.error('the desk is not at work:', error);
    });
    await Promise.race([asked.promise, driving.ended]);
    return atWork.signal.aborted ? 0 : 1;
  } finally {
    atWork.abort();
    await driving?.stop();
    await cluster.end();
  }
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
