import { expect, test } from 'vitest';
import { runCrashTest } from './crash-test.ts';

test('[ING-02][ING-07] kill -9 of server and PostgreSQL at random moments: acknowledged is stored, nothing is there twice, and the server is ready again by itself', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const story: string[] = [`seed ${seed}`];
  const verdict = await runCrashTest({
    seed,
    trackers: 40,
    isEnough: (blows) => blows >= 6,
    leastMs: 300,
    mostMs: 2_000,
    say: (text) => story.push(text),
  });
  expect(verdict.wrongs, story.join('; ')).toEqual([]);
  expect(verdict.acknowledged, story.join('; ')).toBeGreaterThan(1_000);
  expect(verdict.events, story.join('; ')).toBeGreaterThan(100);
}, 120_000);
