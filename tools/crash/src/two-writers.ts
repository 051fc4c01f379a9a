/**
 * Two servers write one database, and every tracker goes from one to the other again and again, while either stands still
 * for a while (SIGSTOP) or is killed. At the end the database must say what the trackers' ways say: positions, odometer,
 * hours and events. What the servers share beside ingest has tests of its own, the alarm desk in `desk/desk-storm.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from '@atalaia/fixtures/running-server';
import {
  type ServersOnOneDatabase,
  startServersOnOneDatabase,
} from '@atalaia/fixtures/servers-on-one-database';
import { createRandom, type Random } from '@atalaia/simulator/random';
import { portOf } from '@atalaia/simulator/tracker/create-tracker';
import { gotOver } from './blow.ts';
import { type CrashTracker, createCrashTracker } from './crash-tracker.ts';
import { firstFixMsOf, protocolOf, uniqueIdOf } from './itinerary.ts';
import { readStored } from './stored.ts';
import { sumOf, underLoad } from './under-load.ts';
import type { CountedVerdict } from './verdict.ts';

export type WriterBlow = 'stopped' | 'killed';

export interface TwoWritersTest {
  /** The same seed strikes at the same moments. */
  readonly seed: number;
  readonly trackers: number;
  readonly isEnough: (blows: number, elapsedMs: number) => boolean;
  /** How long one stands still, ms. */
  readonly leastStopMs: number;
  readonly mostStopMs: number;
  readonly say: (text: string) => void;
}

export interface TwoWritersVerdict extends CountedVerdict {
  readonly blows: Readonly<Record<WriterBlow, number>>;
}

/** Two rounds here, two there: each tracker goes to the other server every few seconds. */
const roundsBeforeJump = 2;
/** A tracker that is not answered goes to the other server. */
const answerTimeoutMs = 6_000;
const pauseMs = 1_500;
const positionsAtOnce = 4;
const underLoadMs = 3_000;
/** A tracker may have turned to the one that stands still several times in a row. */
const backWithinMs = 90_000;

export async function runTwoWriters(test: TwoWritersTest): Promise<TwoWritersVerdict> {
  await using written = await startServersOnOneDatabase(2);
  return await strikeByTurns(test, written);
}

async function strikeByTurns(
  test: TwoWritersTest,
  { database, servers }: ServersOnOneDatabase,
): Promise<TwoWritersVerdict> {
  const hits = { stopped: 0, killed: 0 };
  const load = {
    trackers: await enlist(database, servers, test.trackers),
    async stored() {
      for (const server of servers) await server.end();
      return readStored(database.pool);
    },
  };
  const verdict = await underLoad(load, async (trackers) => {
    const startMs = performance.now();
    let count = 0;
    for (const { server, blow, stopMs } of blowsAt(servers, createRandom(test.seed, 'two writers'), test)) {
      await sleep(underLoadMs);
      const before = trackers.map(({ acknowledged }) => acknowledged);
      if (blow === 'stopped') await standStill(server, stopMs);
      else {
        await server.kill();
        await server.restart();
      }
      const movesOn = () => trackers.every((one, index) => one.acknowledged > (before[index] ?? 0));
      await gotOver(server, movesOn, backWithinMs);
      hits[blow] += 1;
      count += 1;
      const outcome = blow === 'stopped' ? `stood still for ${Math.round(stopMs)} ms` : 'killed';
      test.say(`${count}: ${server.origin} ${outcome}, ${sumOf(trackers)} acknowledged`);
      if (test.isEnough(count, performance.now() - startMs)) return;
    }
  });
  return { ...verdict, blows: hits };
}

interface Strike {
  readonly server: RunningServer;
  readonly blow: WriterBlow;
  readonly stopMs: number;
}

/** Without end: each four hit both servers in both ways, in a random order. */
function* blowsAt(
  servers: readonly RunningServer[],
  random: Random,
  { leastStopMs, mostStopMs }: Pick<TwoWritersTest, 'leastStopMs' | 'mostStopMs'>,
): Generator<Strike, void> {
  for (;;) {
    const left = servers.flatMap((server) => [
      { server, blow: 'stopped' as const },
      { server, blow: 'killed' as const },
    ]);
    while (left.length > 0) {
      const [next] = left.splice(random.whole(0, left.length - 1), 1);
      if (next) yield { ...next, stopMs: random.between(leastStopMs, mostStopMs) };
    }
  }
}

async function standStill({ pid }: RunningServer, stopMs: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  try {
    await sleep(stopMs);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

async function enlist(
  { pool }: ServersOnOneDatabase['database'],
  servers: readonly RunningServer[],
  count: number,
): Promise<readonly CrashTracker[]> {
  const vehicles = Array.from({ length: count }, (_, vehicle) => vehicle);
  await pool.query(
    `INSERT INTO devices (unique_id, name) SELECT id, 'Vehicle ' || id FROM unnest($1::text[]) AS id`,
    [vehicles.map(uniqueIdOf)],
  );
  const firstFixMs = firstFixMsOf(Date.now());
  return vehicles.map((vehicle) => {
    const protocol = protocolOf(vehicle);
    return createCrashTracker({
      protocol,
      uniqueId: uniqueIdOf(vehicle),
      ports: servers.map(({ portOffset }) => portOf(protocol) + portOffset),
      vehicle,
      firstFixMs,
      manner: { answerTimeoutMs, pauseMs, positionsAtOnce, roundsBeforeJump },
    });
  });
}
