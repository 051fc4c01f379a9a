/**
 * `npm run crash -- cluster MINUTES SEED`: parts of a cluster are killed, stopped and cut off at random under load, each
 * after the one before was got over. At the end everything is counted. `--ha` has two PostgreSQL under Patroni.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type CrashTracker, createCrashTracker } from '@atalaia/crash/crash-tracker';
import { firstFixMsOf, protocolOf, uniqueIdOf } from '@atalaia/crash/itinerary';
import { readStored } from '@atalaia/crash/stored';
import { sumOf, underLoad } from '@atalaia/crash/under-load';
import { judge } from '@atalaia/crash/verdict';
import { isReady } from '@atalaia/fixtures/running-server';
import { createPool } from '@atalaia/server/src/platform/db/pool.ts';
import { createRandom, type Random } from '@atalaia/simulator/random';
import { portOf } from '@atalaia/simulator/tracker/create-tracker';
import { pino } from 'pino';
import { type Cluster, startCluster } from '../cluster.ts';
import { availablePrograms, isAgreedBy, requirePrograms, usualPrograms } from '../debian-packages.ts';
import { type Blow, blows, clockFileOf, shiftedClock, strike } from './blows.ts';
import { type People, sendPeople } from './people.ts';

const trackerCount = 200;
const underLoadMs = 2_000;
const leastStopMs = 5_000;
const mostStopMs = 60_000;
/** Trackers may have turned to what stands still several times in a row. */
const backWithinMs = 120_000;
const manner = { answerTimeoutMs: 6_000, pauseMs: 700, positionsAtOnce: 4, roundsBeforeJump: 15 } as const;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { ha: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
});
const [minutes = 10, seed = Math.floor(Math.random() * 1e9)] = positionals.map(Number);

// the exit handlers end the processes, and whoever hangs on this one ends with it
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

await requirePrograms(options.ha ? availablePrograms : usualPrograms, options.yes || isAgreedBy([]));
console.log(`cluster${options.ha ? ' with two PostgreSQL' : ''}, ${minutes} minutes, seed ${seed}`);
const cluster = await startCluster({
  ha: options.ha,
  program: ['--import', shiftedClock, 'apps/server/src/main.ts'],
  envOf: (name, folder) => {
    const file = clockFileOf(folder, name);
    writeFileSync(file, '0');
    return { CLOCK_FILE: file };
  },
});
let isSound = false;
try {
  isSound = await strikeUnderLoad(cluster);
} finally {
  await cluster.end();
}
process.exit(isSound ? 0 : 1);

async function strikeUnderLoad(struck: Cluster): Promise<boolean> {
  const pool = createPool({
    connectionString: struck.database.url,
    connections: 2,
    log: pino({ level: 'silent' }),
  });
  const people = Promise.withResolvers<People>();
  let sent: People | undefined;
  people.promise.then((found) => {
    sent = found;
  });
  try {
    const trackers = await enlist(pool, struck, (text) => sent?.onCommand(text) ?? 'OK');
    const stopWatching = struck.watchOver();
    const hits = new Map<Blow, number>();
    const twinLines = new Map<string, number>();
    const verdict = await underLoad(
      {
        trackers,
        async stored() {
          stopWatching();
          for (const { server } of struck.processes) await server.end();
          return readStored(pool);
        },
      },
      async () => {
        people.resolve(await sendPeople(struck, createRandom(seed, 'people')));
        const working = await people.promise;
        await strikeByTurns({ struck, trackers, people: working, hits, twinLines });
        await working.stop();
      },
    );
    const statuses = await statusWrongs(pool, trackers, twinLines);
    console.log(Object.fromEntries(hits), sent?.counts);
    return judge(
      { ...verdict, wrongs: [...verdict.wrongs, ...(sent?.wrongs ?? []), ...statuses] },
      console.log,
    );
  } finally {
    await pool.end();
  }
}

interface Turns {
  readonly struck: Cluster;
  readonly trackers: readonly CrashTracker[];
  readonly people: People;
  readonly hits: Map<Blow, number>;
  readonly twinLines: Map<string, number>;
}

async function strikeByTurns({ struck, trackers, people, hits, twinLines }: Turns): Promise<void> {
  const startMs = performance.now();
  const random = createRandom(seed, 'cluster');
  for (let count = 1, left: Blow[] = []; performance.now() - startMs < minutes * 60_000; count += 1) {
    if (left.length === 0) left = [...blows];
    const [blow = blows[0]] = left.splice(random.whole(0, left.length - 1), 1);
    await sleep(underLoadMs);
    const before = trackers.map(({ acknowledged }) => acknowledged);
    const lastsMs = lasting(random);
    const whom = await strike[blow]({ cluster: struck, trackers, random, twinLines, lastsMs });
    const overMs = await gotOver(struck, people, trackers, before);
    hits.set(blow, (hits.get(blow) ?? 0) + 1);
    console.log(
      `${count}: ${blow} ${whom}, ${Math.round(lastsMs)} ms at most; over ${Math.round(overMs)} ms later, ${sumOf(trackers)} acknowledged`,
    );
  }
}

/** Mostly short ones, so that there are many. */
function lasting(random: Random): number {
  return leastStopMs + (mostStopMs - leastStopMs) * random.next() ** 3;
}

/** Every tracker moves on, every process is ready, every screen shows what is stored. */
async function gotOver(
  struck: Cluster,
  people: People,
  trackers: readonly CrashTracker[],
  before: readonly number[],
): Promise<number> {
  const startMs = performance.now();
  const movesOn = () => trackers.every((one, index) => one.acknowledged > (before[index] ?? 0));
  for (;;) {
    const states = await Promise.all(struck.processes.map(({ server }) => isReady(server.origin)));
    const areReady = states.every(Boolean);
    if (areReady && movesOn() && people.areInSync(trackers.slice(0, 20))) return performance.now() - startMs;
    if (performance.now() - startMs > backWithinMs) {
      const asleep = struck.processes.filter((_, index) => !states[index]);
      throw new Error(
        `not over after ${backWithinMs} ms: trackers ${movesOn() ? 'move on' : 'wait'}, screens ${people.areInSync(trackers) ? 'in sync' : 'behind'}, ` +
          `not ready: ${asleep.map(({ name, server }) => `${name}\n${server.output().slice(-2_000)}`).join('\n') || 'none'}`,
      );
    }
    await sleep(100);
  }
}

/** Each line that stood may have gone offline once; nobody was silent for long enough to be unknown. */
async function statusWrongs(
  pool: ReturnType<typeof createPool>,
  trackers: readonly CrashTracker[],
  twinLines: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ unique_id: string; type: string; count: number }>(
    `SELECT unique_id, type, count(*)::int AS count FROM events JOIN devices ON devices.id = device_id
     WHERE type IN ('deviceOffline', 'deviceUnknown') GROUP BY 1, 2`,
  );
  const connections = new Map(
    trackers.map(({ uniqueId, connections: own }) => [uniqueId, own + (twinLines.get(uniqueId) ?? 0)]),
  );
  return rows
    .filter(
      ({ type, unique_id, count }) => type === 'deviceUnknown' || count > (connections.get(unique_id) ?? 0),
    )
    .map(
      ({ type, unique_id, count }) => `${unique_id}: ${count} times ${type}, which no line of it explains`,
    );
}

async function enlist(
  pool: ReturnType<typeof createPool>,
  { portOffset }: Cluster,
  onCommand: (text: string) => string,
): Promise<readonly CrashTracker[]> {
  const vehicles = Array.from({ length: trackerCount }, (_, vehicle) => vehicle);
  await pool.query(
    `INSERT INTO devices (unique_id, name) SELECT id, 'Vehicle ' || id FROM unnest($1::text[]) AS id`,
    [vehicles.map(uniqueIdOf)],
  );
  const firstFixMs = firstFixMsOf(Date.now());
  return vehicles.map((vehicle) => {
    const protocol = protocolOf(vehicle);
    return createCrashTracker({
      ...{ protocol, uniqueId: uniqueIdOf(vehicle), vehicle, firstFixMs, manner, onCommand },
      ports: [portOf(protocol) + portOffset],
    });
  });
}
