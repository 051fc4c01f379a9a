/**
 * `npm run crash`: fills the disk under load, then kills at random moments for ten minutes, or for as many as the first
 * argument says; the second is the seed. `npm run crash -- disk` fills the disk only. `npm run crash -- writers` lets two
 * servers write one database, and stops and kills them by turns, for so many minutes. `npm run crash -- desk` kills the
 * server in a storm of alarms while operators work. `npm run crash -- faults` lets the database stand still for a minute,
 * refuse and be silent, the clock go wrong, trackers vanish, and kills within a migration. `npm run crash -- cluster` strikes
 * any part of an installation of many processes; with `--ha` it has two PostgreSQL.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runCrashTest } from './crash-test.ts';
import { runDeskStorm } from './desk/desk-storm.ts';
import { faults, runFaults } from './faults.ts';
import { withOwnMounts } from './small-disk.ts';
import { runTwoWriters } from './two-writers.ts';
import { judge } from './verdict.ts';

const named = ['disk', 'writers', 'desk', 'faults', 'cluster'] as const;
const isNamed = (word: string): word is (typeof named)[number] => named.some((name) => name === word);
const [first = '10', ...others] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const what = isNamed(first) ? first : 'kills';
const [time = '10', given] =
  what === 'kills' ? [first, ...others] : what === 'disk' ? ['1', ...others] : others;
const seed = given === undefined ? Math.floor(Math.random() * 1e9) : Number(given);
const minutes = Number(time);
if (!(minutes > 0) || Number.isNaN(seed)) {
  console.error(
    'crash: say how many minutes, and a seed if it shall strike as it did before: npm run crash -- 10 42, npm run crash -- writers 10 42; or disk, and a seed; or desk 5; or faults 10 42; or cluster 15 42',
  );
  process.exit(2);
}

// the exit handlers end the server and remove its folder
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

async function fillDisk(): Promise<boolean> {
  const child = withOwnMounts(join(import.meta.dirname, 'full-disk-program.ts'), [seed]);
  if (!child) {
    console.log('the full disk is left out: this account may not mount a disk of its own');
    return true;
  }
  process.once('exit', () => child.kill());
  child.stdout?.pipe(process.stdout, { end: false });
  const [code] = await once(child, 'close');
  return code === 0;
}

async function kill(): Promise<boolean> {
  const verdict = await runCrashTest({
    seed,
    trackers: 100,
    isEnough: (_blows, elapsedMs) => elapsedMs >= minutes * 60_000,
    leastMs: 500,
    mostMs: 10_000,
    say: console.log,
  });
  const { server, postgres, both } = verdict.blows;
  console.log(`killed the server ${server} times, its PostgreSQL ${postgres} times, both ${both} times`);
  return judge(verdict, console.log);
}

async function strikeWriters(): Promise<boolean> {
  const verdict = await runTwoWriters({
    seed,
    trackers: 500,
    isEnough: (_blows, elapsedMs) => elapsedMs >= minutes * 60_000,
    leastStopMs: 5_000,
    mostStopMs: 60_000,
    say: console.log,
  });
  const { stopped, killed } = verdict.blows;
  console.log(`one of the servers stood still ${stopped} times, one was killed ${killed} times`);
  return judge(verdict, console.log);
}

async function strikeWithFaults(): Promise<boolean> {
  const {
    hits,
    minutes: health,
    ...verdict
  } = await runFaults({
    seed,
    trackers: 200,
    awayMs: 60_000,
    isEnough: (count, elapsedMs) => count >= faults.length && elapsedMs >= minutes * 60_000,
    say: console.log,
  });
  console.log(hits);
  console.table(health);
  return judge(verdict, console.log);
}

/** Kills every 10 s. */
async function stormDesk(): Promise<boolean> {
  const { wrongs, ...counts } = await runDeskStorm({
    ...{
      kills: Math.ceil(minutes * 6),
      betweenMs: 10_000,
      vehicles: 400,
      alarmsPerSecond: 50,
      operators: 10,
    },
    say: console.log,
  });
  console.log(counts);
  for (const wrong of wrongs) console.error(wrong);
  return wrongs.length === 0;
}

/** A program of its own, since it is made of this one's parts. */
async function strikeCluster(): Promise<boolean> {
  const program = join(import.meta.dirname, '../../cluster/src/crash/main.ts');
  const flags = process.argv.filter((word) => word.startsWith('--'));
  const child = spawn(process.execPath, [program, String(minutes), String(seed), ...flags], {
    stdio: 'inherit',
  });
  process.once('exit', () => child.kill());
  const [code] = await once(child, 'close');
  return code === 0;
}

console.log(what === 'disk' ? `seed ${seed}` : `${minutes} minutes, seed ${seed}`);
const proofs = {
  disk: [fillDisk],
  kills: [fillDisk, kill],
  writers: [strikeWriters],
  desk: [stormDesk],
  faults: [strikeWithFaults],
  cluster: [strikeCluster],
}[what];
let isSound = true;
for (const proof of proofs) isSound = (await proof()) && isSound;
process.exit(isSound ? 0 : 1);
