/**
 * Fills a disk of its own under load. Started by `withOwnMounts`, with a seed, the number of trackers, and how long the
 * disk stays full each time, ms; ends with 1 when anything was wrong.
 */
import { runFullDiskTest } from './full-disk.ts';
import { mountSmallDisk } from './small-disk.ts';
import { judge } from './verdict.ts';

const [folder = '', ...numbers] = process.argv.slice(2);
const [seed = 0, trackers = 100, fullMs = 10_000] = numbers.map(Number);

// the exit handlers end the server and remove its folder
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

const verdict = await runFullDiskTest({ seed, trackers, fullMs, say: console.log }, mountSmallDisk(folder));
process.exit(judge(verdict, console.log) ? 0 : 1);
