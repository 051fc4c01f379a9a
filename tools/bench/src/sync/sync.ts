/** What an exchange with the fleet-control provider takes, and what it costs trackers and people meanwhile. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetControlRun, FleetControlStatus } from '@atalaia/contract/providers/fleet-control-sync';
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import type { Benchmark } from '../benchmark.ts';
import type { IngestLoad, IngestLoadResult } from '../ingest/load-process.ts';
import { createFleet, fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { watchMemory } from '../process/memory.ts';
import { atLeast, atMost, type Figure } from '../report/figure.ts';
import { mean, spreadOfRates } from '../report/samples.ts';
import type { ProviderOptions } from './provider-process.ts';

const withinMs = 300_000;

/** Starts an exchange by hand; the rest resolves when it has come to its end. */
async function startExchange(api: Api): Promise<{ readonly ended: Promise<FleetControlRun> }> {
  await api.post<FleetControlStatus>('fleet-control/runs', {});
  return { ended: untilEnded(api) };
}

async function untilEnded(api: Api): Promise<FleetControlRun> {
  const deadlineMs = performance.now() + withinMs;
  while (performance.now() < deadlineMs) {
    const { run } = await api.get<FleetControlStatus>('fleet-control');
    if (run?.state === 'done') return run;
    if (run && run.state !== 'running') throw new Error(`the exchange is ${run.state}: ${run.failure?.code}`);
    await sleep(100);
  }
  throw new Error('the exchange does not end');
}

const secondsOf = ({ startedAt, endedAt }: FleetControlRun) =>
  (Date.parse(endedAt ?? '') - Date.parse(startedAt)) / 1000;

const clients = 20_000;
const connections = 1000;
const pairs = 3;
const signIns = 9;
const hourMs = 3_600_000;

export const sync: Benchmark = {
  name: 'sync',
  title: `Exchange of ${clients} clients, vehicles, trackers and SIM cards with the fleet-control provider`,
  async run(say) {
    say('the provider');
    const provider = await startProvider({ count: clients, port: 0, hangs: false });
    const env = { WRITERS: '3', LOG_LEVEL: 'error', FLEET_CONTROL_URL: provider.url };
    const server = await startServer({ env });
    let last = provider;
    try {
      const api = await personOf(server);
      const exchanged = await measureExchange(server, api, say);
      const ingested = await measureIngest(server, api, say);
      await provider.end();
      const port = Number(new URL(provider.url).port);
      last = await startProvider({ count: 0, port, hangs: true });
      const signedIn = await measureSignIn(server, say);
      return [...exchanged, ...ingested, ...signedIn];
    } finally {
      await server.stop();
      await last.end();
    }
  },
};

const person = { email: 'exchange@bench.local', password: 'exchange-of-the-bench' };
const attributes = { full_control_client_id: 'client-1', full_control_secret_id: 'secret-1' };

async function personOf(server: RunningServer): Promise<Api> {
  const admin = await signInToApi(server.origin, administrator.email, administrator.password);
  const user = await admin.createUser({ ...person, administrator: true });
  const api = await signInToApi(server.origin, person.email, person.password);
  // named only now: signing in started no exchange
  await admin.put(`users/${user.id}`, { ...user, attributes });
  return api;
}

async function measureExchange(
  server: RunningServer,
  api: Api,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  say('everything is new');
  const memory = watchMemory(server.pid);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const before = mean(memory.take().map(({ mib }) => mib));
  const first = await (await startExchange(api)).ended;
  const during = memory.take().map(({ mib }) => mib);
  if (first.found.created !== 2 * clients) throw new Error(`${first.found.created} were created`);
  say('nothing has changed');
  const second = await (await startExchange(api)).ended;
  const again = memory.take().map(({ mib }) => mib);
  memory.stop();
  if (Object.keys(second.found).length > 0) throw new Error('a second exchange changed something');
  return [
    { name: 'everything is new', unit: 's', measured: secondsOf(first), limits: [atMost(40)] },
    { name: 'nothing has changed', unit: 's', measured: secondsOf(second), limits: [atMost(60)] },
    {
      name: 'server’s memory, most above before',
      unit: 'MiB',
      measured: Math.max(...during) - before,
      limits: [atMost(200)],
    },
    {
      name: 'server’s memory, the second above the first',
      unit: 'MiB',
      measured: Math.max(...again) - Math.max(...during),
      limits: [atMost(50)],
    },
  ];
}

async function measureIngest(
  server: RunningServer,
  api: Api,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  const fleet = fleetOf(connections);
  say(`registering ${connections} devices`);
  await createFleet(api, fleet);
  const startMs = Math.floor(Date.now() / hourMs) * hourMs - 24 * hourMs;
  let runs = 0;
  const run = async (exchanges: boolean): Promise<readonly number[]> => {
    say(exchanges ? 'trackers beside an exchange' : 'trackers alone');
    await server.end();
    await server.restart();
    const load = startChild<IngestLoad, IngestLoadResult>(
      new URL('../ingest/load-process.ts', import.meta.url),
      {
        portOffset: server.portOffset,
        fleet,
        positionsPerPacket: { gt06: 1, teltonika: 10 },
        positionsPerTracker: 1000,
        firstFixMs: startMs + runs++ * hourMs,
        phases: [{ windowPositions: 40, warmUpMs: 4_000, measureMs: 10_000 }],
      },
    );
    if (!exchanges) return (await load.output).results[0]?.positionsPerSecond ?? [];
    let isLoading = true;
    const again = async () => {
      while (isLoading) await (await startExchange(api)).ended;
    };
    const exchanging = again();
    const result = await load.output;
    isLoading = false;
    await exchanging;
    return result.results[0]?.positionsPerSecond ?? [];
  };
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? [false, true] : [true, false];
    for (const exchanges of order) (exchanges ? beside : alone).push(...(await run(exchanges)));
  }
  const unit = 'positions/s';
  return [
    { name: 'acknowledged, beside an exchange', unit, measured: mean(beside), ...spreadOfRates(beside) },
    { name: 'acknowledged, alone, by turns', unit, measured: mean(alone), ...spreadOfRates(alone) },
    {
      name: 'of the speed alone',
      unit: 'ratio',
      measured: mean(beside) / mean(alone),
      limits: [atLeast(0.95)],
    },
  ];
}

/** The provider hangs: who signs in waits no longer than who has none. */
async function measureSignIn(server: RunningServer, say: (text: string) => void): Promise<readonly Figure[]> {
  say('signing in while the provider hangs');
  const took = async (email: string, password: string) => {
    const startMs = performance.now();
    await signInToApi(server.origin, email, password);
    return performance.now() - startMs;
  };
  const [named, unnamed]: [number[], number[]] = [[], []];
  for (let round = 0; round < signIns; round += 1) {
    unnamed.push(await took(administrator.email, administrator.password));
    named.push(await took(person.email, person.password));
  }
  const [mine, others] = [median(named), median(unnamed)];
  return [
    { name: 'signing in while the provider hangs', unit: 'ms', p50: mine },
    { name: 'the same of who has no provider', unit: 'ms', p50: others },
    { name: 'longer than that', unit: 'ms', measured: Math.max(0, mine - others), limits: [atMost(5)] },
  ];
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

interface Provider {
  readonly url: string;
  end(): Promise<void>;
}

async function startProvider(wish: ProviderOptions): Promise<Provider> {
  const reported = Promise.withResolvers<string>();
  const program = new URL('./provider-process.ts', import.meta.url);
  const child = startChild<ProviderOptions, null, { readonly url: string }>(program, wish, ({ url }) =>
    reported.resolve(url),
  );
  child.output.catch(reported.reject);
  const url = await reported.promise;
  return {
    url,
    async end() {
      child.stop();
      await child.output;
    },
  };
}
