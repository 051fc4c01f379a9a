/** `npm run crash`: kills at random moments for ten minutes, or for as many as the first argument says; the second is the seed. */
import { runCrashTest } from './crash-test.ts';

const [minutes = 10, seed = Math.floor(Math.random() * 1e9)] = process.argv.slice(2).map(Number);
if (!(minutes > 0) || Number.isNaN(seed)) {
  console.error(
    'crash: say how many minutes, and a seed if it shall strike as it did before: npm run crash -- 10 42',
  );
  process.exit(2);
}

// the exit handlers end the server and remove its folder
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

console.log(`${minutes} minutes, seed ${seed}`);
const verdict = await runCrashTest({
  seed,
  trackers: 100,
  isEnough: (_blows, elapsedMs) => elapsedMs >= minutes * 60_000,
  leastMs: 500,
  mostMs: 10_000,
  say: console.log,
});
const { blows, acknowledged, stored, events, wrongs } = verdict;
console.log(
  `killed the server ${blows.server} times, its PostgreSQL ${blows.postgres} times, both ${blows.both} times; ` +
    `${acknowledged} positions acknowledged, ${stored} stored, ${events} events`,
);
for (const wrong of wrongs) console.log(wrong);
console.log(wrongs.length === 0 ? 'nothing lost, nothing twice' : `${wrongs.length} wrongs`);
process.exit(wrongs.length === 0 ? 0 : 1);
