/**
 * `npm run bench:versus`: the load of `ingest` against any server that is named, ours or another one of the field, so that both
 * are measured by the same generator. Without a word it tells how. No code of another server is here: who wants to compare
 * installs and starts it himself.
 */
import { parseArgs } from 'node:util';
import { createWindowLoad } from './ingest/window-load.ts';
import { fleetOf } from './load/fleet.ts';
import { createLoadTracker } from './load/load-tracker.ts';
import { encodePackets } from './load/packets.ts';
import { signInAll } from './load/sign-in.ts';

const help = `Measures how many positions a second a server acknowledges, by the same trackers whichever it is.

 1. Start one server at a time, alone on the machine, in the same PostgreSQL, with a new database for every run.
 2. Register the trackers there: by its API, or in its table of devices before it starts.
      npm run -s bench:versus -- --list --trackers=1000     prints their unique ids, one a line
 3. Send, three times each, the servers by turns:
      npm run bench:versus -- --host=127.0.0.1 --gt06=5023 --teltonika=5027
 4. Count the rows in its database: what is acknowledged and not stored is no position.

 --host=127.0.0.1   where it listens; 127.0.0.1 unless it is named
 --gt06=PORT        its port of gt06; half of the trackers speak it. Not named: none, as for a server that does not answer its positions
 --teltonika=PORT   its port of teltonika, Codec 8 over TCP; the other half. Not named: none
 --trackers=1000    connections, or half of them where one protocol is named
 --window=1         positions that each has on its way: 1 is a packet and its acknowledgement by turns, 40 as after a dead zone
 --seconds=20       measured, after five to warm up

A server that acknowledges a packet before it has stored it shows a higher figure and loses what is on its way when it is killed.
`;

export interface VersusOptions {
  readonly host: string;
  /** By protocol; 0 leaves its trackers out. */
  readonly ports: Readonly<Record<'gt06' | 'teltonika', number>>;
  readonly trackers: number;
  readonly window: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** What a run with these options says; ends with the connections closed. */
export async function versus({ host, ports, ...options }: VersusOptions): Promise<string> {
  if (Object.values(ports).every((port) => port === 0)) throw new Error('name --gt06 or --teltonika');
  const load = createWindowLoad();
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => undefined);
  const firstFixMs = Math.floor(Date.now() / 1000) * 1000 - 86_400_000;
  const trackers = fleetOf(options.trackers)
    .filter(({ protocol }) => ports[protocol] > 0)
    .map(({ protocol, uniqueId }) => {
      const positionsPerPacket = protocol === 'teltonika' && options.window >= 10 ? 10 : 1;
      const morePackets = (after: number) =>
        encodePackets({
          protocol,
          uniqueId,
          positionsPerPacket,
          packetCount: 200,
          after,
          firstFixMs,
          stepMs: 1000,
        });
      return createLoadTracker({
        packets: morePackets(0),
        morePackets,
        host,
        port: ports[protocol],
        onAcknowledged: load.acknowledged,
        onLost: (_tracker, reason) => lost.reject(reason),
      });
    });
  try {
    await Promise.race([signInAll(trackers, 100), lost.promise]);
    const { warmUpMs, measureMs } = options;
    const run = load.run(trackers, { windowPositions: options.window, warmUpMs, measureMs });
    const result = await Promise.race([run, lost.promise]);
    const { positionsPerSecond: seconds, roundTripMs, longestMs } = result;
    const mean = seconds.reduce((sum, count) => sum + count, 0) / seconds.length;
    const all = trackers.reduce(
      (sum, { acknowledged, packets }) => sum + acknowledged * packets.positionsPerPacket,
      0,
    );
    return [
      `${trackers.length} connections: ${Math.round(mean)} positions/s acknowledged; by the second ${seconds.join(', ')}`,
      `packet to acknowledgement p50 ${roundTripMs.p50.toFixed(1)} ms, p99 ${roundTripMs.p99.toFixed(1)} ms, longest ${longestMs.toFixed(1)} ms`,
      `${all} positions acknowledged in all, which must be in its database`,
    ].join('\n');
  } finally {
    for (const tracker of trackers) tracker.close();
  }
}

/** Throws for what is no whole number. */
function whole(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(`--${name}=${text} is no whole number`);
  return Number(text);
}

async function main(args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      host: { type: 'string', default: '127.0.0.1' },
      gt06: { type: 'string', default: '0' },
      teltonika: { type: 'string', default: '0' },
      trackers: { type: 'string', default: '1000' },
      window: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '20' },
    },
  });
  if (args.length === 0 || values.help) return help;
  const trackers = whole('trackers', values.trackers);
  if (values.list)
    return fleetOf(trackers)
      .map(({ uniqueId }) => uniqueId)
      .join('\n');
  return versus({
    host: values.host,
    ports: { gt06: whole('gt06', values.gt06), teltonika: whole('teltonika', values.teltonika) },
    trackers,
    window: Math.max(1, whole('window', values.window)),
    warmUpMs: 5000,
    measureMs: Math.max(1, whole('seconds', values.seconds)) * 1000,
  });
}

if (import.meta.main) {
  try {
    console.log(await main(process.argv.slice(2)));
  } catch (error) {
    console.error(`bench:versus: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 2;
  }
}
