import { expect, test } from 'vitest';
import { createUpdateClock } from './update-clock.ts';

test('every position in the view counts from its arrival to the paint that shows it', () => {
  const clock = createUpdateClock();
  clock.expect([
    { arrivedMs: 10, seenCount: 2 },
    { arrivedMs: 30, seenCount: 1 },
  ]);
  expect(clock.latenciesMs()).toEqual([]);
  clock.painted(60);
  clock.painted(90);
  expect(clock.latenciesMs()).toEqual([50, 50, 30]);
});

test('positions that the screen does not show are not counted, and old ones are let go', () => {
  const clock = createUpdateClock();
  clock.expect([{ arrivedMs: 0, seenCount: 0 }]);
  clock.painted(5);
  expect(clock.latenciesMs()).toEqual([]);
  clock.expect([{ arrivedMs: 0, seenCount: 30_000 }]);
  clock.painted(5);
  expect(clock.latenciesMs()).toHaveLength(20_000);
  clock.forget();
  expect(clock.latenciesMs()).toEqual([]);
});
