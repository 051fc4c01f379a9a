/** What forwarding a tenth of the devices costs ingest, to a server that takes it and to one that hangs. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import type { Benchmark } from '../benchmark.ts';
import type { IngestLoad, IngestLoadResult } from '../ingest/load-process.ts';
import { createFleet, fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { atLeast, atMost, type Figure } from '../report/figure.ts';
import { mean, spreadOfRates } from '../report/samples.ts';
import { cpuSecondsOf } from '../scale/processes.ts';

const connections = 1000;
const forwarded = 100;
const hourMs = 3_600_000;
const rounds = 5;
const kinds = ['none', 'taking', 'hanging'] as const;
type Kind = (typeof kinds)[number];

interface Run {
  readonly rates: readonly number[];
  /** Of the server, microseconds a position; the other server is another process. */
  readonly cpuMicros: number;
}

export const mirror: Benchmark = {
  name: 'mirror',
  title: `Ingest of ${connections} trackers, of which ${forwarded} are forwarded as frames`,
  async run(say) {
    const env = { WRITERS: '3', LOG_LEVEL: 'error', PRIVATE_TARGETS: 'true' };
    await using server = await startServer({ env });
    const taking = await otherServer(false);
    const hanging = await otherServer(true);
    try {
      return await measure(server, { taking, hanging }, say);
    } finally {
      taking.close();
      hanging.close();
    }
  },
};

async function measure(
  server: RunningServer,
  others: Readonly<Record<'taking' | 'hanging', { readonly port: number }>>,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  const fleet = fleetOf(connections);
  const api = await signInToApi(server.origin, administrator.email, administrator.password);
  say(`registering ${connections} devices`);
  const deviceIds = await createFleet(api, fleet);
  const every = connections / forwarded;
  const input = {
    ...{ name: 'Bench', kind: 'raw', authorizedBy: 'bench', reason: 'bench', address: '127.0.0.1:9' },
    deviceIds: deviceIds.filter((_, at) => at % every === 0),
    enabled: false,
  };
  const { id } = await api.post<{ id: number }>('mirrors', input);
  const startMs = Math.floor(Date.now() / hourMs) * hourMs - 48 * hourMs;
  let runs = 0;
  const run = async (kind: Kind): Promise<Run> => {
    say(kind === 'none' ? 'nothing forwarded' : `a tenth forwarded to a server that is ${kind}`);
    const address = kind === 'none' ? input.address : `127.0.0.1:${others[kind].port}`;
    await api.put(`mirrors/${id}`, { ...input, address, enabled: kind !== 'none' });
    // until the process has read it
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const before = cpuSecondsOf([server.pid]);
    const { results, acknowledged } = await startChild<IngestLoad, IngestLoadResult>(
      new URL('../ingest/load-process.ts', import.meta.url),
      {
        portOffset: server.portOffset,
        fleet,
        positionsPerPacket: { gt06: 1, teltonika: 10 },
        positionsPerTracker: 1200,
        firstFixMs: startMs + runs++ * 2 * hourMs,
        phases: [{ windowPositions: 40, warmUpMs: 3_000, measureMs: 9_000 }],
      },
    ).output;
    const cpuMicros = ((cpuSecondsOf([server.pid]) - before) * 1e6) / acknowledged;
    return { rates: results[0]?.positionsPerSecond ?? [], cpuMicros };
  };

  const found: Record<Kind, Run[]> = { none: [], taking: [], hanging: [] };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? kinds : kinds.toReversed();
    for (const kind of order) found[kind].push(await run(kind));
  }
  const { sent, dropped } = await api.get<{ sent: number; dropped: number }>(`mirrors/${id}`);
  const rate = (kind: Kind) => mean(found[kind].flatMap(({ rates }) => rates));
  const cpu = (kind: Kind) => mean(found[kind].map(({ cpuMicros }) => cpuMicros));
  const rateFigure = (name: string, kind: Kind): Figure => ({
    ...{ name, unit: 'positions/s', measured: rate(kind) },
    ...spreadOfRates(found[kind].flatMap(({ rates }) => rates)),
  });
  return [
    rateFigure('acknowledged, nothing forwarded', 'none'),
    rateFigure('acknowledged, a tenth forwarded', 'taking'),
    rateFigure('acknowledged, a tenth forwarded to a server that hangs', 'hanging'),
    {
      ...{ name: 'of the CPU a position without, a tenth forwarded', unit: 'ratio' },
      measured: cpu('taking') / cpu('none'),
      limits: [atMost(1.02)],
    },
    {
      ...{ name: 'of the speed without, a tenth forwarded', unit: 'ratio' },
      measured: rate('taking') / rate('none'),
      limits: [atLeast(0.98)],
    },
    {
      ...{ name: 'of the CPU a position without, the other server hangs', unit: 'ratio' },
      measured: cpu('hanging') / cpu('none'),
      limits: [atMost(1.02)],
    },
    {
      ...{ name: 'of the speed without, the other server hangs', unit: 'ratio' },
      measured: rate('hanging') / rate('none'),
      limits: [atLeast(0.98)],
    },
    { name: 'forwarded in all', unit: 'frames', measured: sent, limits: [atLeast(1_000)] },
    { name: 'dropped for the server that hangs', unit: 'frames', measured: dropped },
  ];
}

/** Takes everything and says nothing, or takes nothing once it is connected. */
async function otherServer(hangs: boolean): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (hangs) socket.pause();
    else socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
