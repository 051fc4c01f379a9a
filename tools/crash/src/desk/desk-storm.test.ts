import { expect, test } from 'vitest';
import { runDeskStorm } from './desk-storm.ts';

test('[DESK-02][DESK-11][SLA-02] the server is killed in the middle of a storm while operators claim and close: no alarm is lost, none is held, closed or escalated twice', async () => {
  const story: string[] = [];
  const verdict = await runDeskStorm({
    ...{ kills: 1, betweenMs: 2_000, vehicles: 100, alarmsPerSecond: 50, operators: 3 },
    say: (text) => story.push(text),
  });
  expect(verdict.wrongs, story.join('\n')).toEqual([]);
  expect(verdict.acknowledged).toBeGreaterThan(100);
  expect(verdict.closed).toBeGreaterThan(50);
  expect(verdict.closedInStorm).toBeGreaterThan(10);
  expect(verdict.fired).toBeGreaterThan(5);
}, 400_000);
