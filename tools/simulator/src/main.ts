/**
 * Drives a fleet against a server that knows its trackers:
 *
 *     node tools/simulator/src/main.ts --host 127.0.0.1 --port-offset 0 --vehicles 64 --rate 1
 */
import { parseArgs } from 'node:util';
import { makeFleet } from './fleet/fleet.ts';
import { createSimulation } from './simulation.ts';

const usage = `usage: main.ts [options]
  --host HOST          the server (127.0.0.1)
  --port-offset N      added to every protocol's usual port (0)
  --datagram-port-offset N  the same for those that speak in datagrams (as above)
  --vehicles N         how many vehicles drive (64)
  --rate R             times as many reports as usual (1)
  --seed TEXT          the same seed plays the same scenes (atalaia)
  --no-scenes          nothing happens but traffic
  --quiet              says nothing while it drives
  --list               prints the fleet and ends`;

function numberOf(text: string, name: string, least: number): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < least)
    throw new Error(`--${name} must be ${least} or more, not ${text}`);
  return value;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      'port-offset': { type: 'string', default: '0' },
      'datagram-port-offset': { type: 'string' },
      vehicles: { type: 'string', default: '64' },
      rate: { type: 'string', default: '1' },
      seed: { type: 'string', default: 'atalaia' },
      'no-scenes': { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const portOffset = values['port-offset'];
  return {
    host: values.host,
    portOffset: numberOf(portOffset, 'port-offset', 0),
    datagramPortOffset: numberOf(values['datagram-port-offset'] ?? portOffset, 'datagram-port-offset', 0),
    vehicles: Math.floor(numberOf(values.vehicles, 'vehicles', 1)),
    rate: numberOf(values.rate, 'rate', 0.01),
    seed: values.seed,
    scenes: !values['no-scenes'],
    quiet: values.quiet,
    list: values.list,
    help: values.help,
  };
}

const stateEveryMs = 60_000;

function run(): void {
  const options = readOptions();
  if (options.help) {
    console.log(usage);
    return;
  }
  const fleet = makeFleet(options.vehicles);
  if (options.list) {
    for (const { name, uniqueId, dialect, city } of fleet)
      console.log([uniqueId, dialect, city, name].join('\t'));
    return;
  }
  const { host, portOffset, datagramPortOffset, rate, seed, scenes, quiet } = options;
  const reported = new Set<string>();
  const onTrouble = (uniqueId: string, { message }: Error) => {
    // One line a kind of trouble and tracker: a server that is away would fill the terminal.
    const line = `${uniqueId}: ${message}`;
    if (quiet || reported.has(line)) return;
    reported.add(line);
    console.error(line);
  };
  const simulation = createSimulation({
    ...{ fleet, host, portOffset, datagramPortOffset, rate, seed, scenes, onTrouble },
  });
  const saying = setInterval(() => {
    const { vehicles, connected, waiting, scenesPlaying } = simulation.state();
    if (!quiet)
      console.log(`${connected} of ${vehicles} connected, ${waiting} waiting, ${scenesPlaying} scenes`);
  }, stateEveryMs);
  const stop = () => {
    clearInterval(saying);
    void simulation.stop();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  simulation.start();
}

try {
  run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exitCode = 2;
}
