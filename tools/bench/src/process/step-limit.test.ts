import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitSteps } from './step-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = (count: number) => count * 60_000;

test('a step that is not over in time ends the wait with its name', async () => {
  const steps = limitSteps(minutes(10));
  const waited = steps.within(new Promise(() => undefined)).catch(String);
  steps.begins('load 1 of 3');
  await vi.advanceTimersByTimeAsync(minutes(9));
  steps.begins('scrolling');
  await vi.advanceTimersByTimeAsync(minutes(10));
  expect(await waited).toBe('Error: hung: "scrolling" was not over after 10 minutes');
});

test('what comes to its end has no time to keep any more, however long its steps took together', async () => {
  const steps = limitSteps(minutes(10));
  const work = Promise.withResolvers<string>();
  const waited = steps.within(work.promise);
  for (const step of ['one', 'two', 'three']) {
    steps.begins(step);
    await vi.advanceTimersByTimeAsync(minutes(9));
  }
  work.resolve('figures');
  expect(await waited).toBe('figures');
  expect(vi.getTimerCount()).toBe(0);
});
