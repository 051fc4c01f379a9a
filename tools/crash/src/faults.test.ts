import { expect, test } from 'vitest';
import { faults, runFaults } from './faults.ts';

test('[OPS-02] [OPS-03] a database that stands still, refuses or is silent, a wrong clock, vanished trackers, a kill within a migration: nothing is lost or doubled, and /health says it', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const story: string[] = [`seed ${seed}`];
  const verdict = await runFaults({
    seed,
    trackers: 20,
    awayMs: 7_000,
    isEnough: (count) => count >= faults.length,
    say: (text) => story.push(text),
  });
  expect(verdict.wrongs, story.join('; ')).toEqual([]);
  expect(verdict.acknowledged, story.join('; ')).toBeGreaterThan(200);
  expect(Object.values(verdict.hits)).toEqual(faults.map(() => 1));
}, 300_000);
