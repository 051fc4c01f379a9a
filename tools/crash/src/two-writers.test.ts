import { expect, test } from 'vitest';
import { runTwoWriters } from './two-writers.ts';

test('[SCALE-02][SCALE-06] 500 trackers go from one writing process to another while either stands still or is killed: odometer, hours, events and positions are those of their ways', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const story: string[] = [`seed ${seed}`];
  const verdict = await runTwoWriters({
    seed,
    trackers: 500,
    isEnough: (blows) => blows >= 4,
    leastStopMs: 4_000,
    mostStopMs: 5_000,
    say: (text) => story.push(text),
  });
  expect(verdict.wrongs, story.join('; ')).toEqual([]);
  expect(verdict.acknowledged, story.join('; ')).toBeGreaterThan(2_000);
  expect(verdict.blows).toEqual({ stopped: 2, killed: 2 });
}, 240_000);
