import { expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { DeliveryFailed, ProviderFailed } from '../../errors/outbound-errors.ts';
import { afterFailure, failureOf, mayContinue, resumed } from './run-state.ts';
import type { RunRow } from './runs-queries.ts';

const run = (values: Partial<RunRow>) =>
  ({
    account: 'a',
    step: 'clients',
    state: 'failed',
    failure: null,
    attempts: 0,
    started_at: new Date().toISOString(),
    ...values,
  }) as RunRow;

const waitSeconds = ({ next_try_at }: ReturnType<typeof afterFailure>) =>
  Math.round((Date.parse(String(next_try_at)) - Date.now()) / 10_000) * 10;

test('[FLT-02] a provider that does not answer is asked again after twice the wait each time, six times', () => {
  const failure = failureOf(new DeliveryFailed('down', { certainlyNotSent: true }));
  const changes = Array.from({ length: 7 }, (_, attempts) => afterFailure(attempts, failure));
  expect(changes.map(({ state }) => state)).toEqual([...Array(6).fill('waiting'), 'failed']);
  expect(changes.slice(0, 6).map(waitSeconds)).toEqual([30, 60, 120, 240, 480, 960]);
  expect(waitSeconds(afterFailure(0, { ...failure, afterMs: 90_000 }))).toBe(90);
  expect(resumed(run({ state: 'running', attempts: 5 }))).toMatchObject({ state: 'running', attempts: 6 });
  expect(resumed(run({ state: 'running', attempts: 6 }))).toBeUndefined();
  expect(resumed(run({ state: 'waiting', attempts: 6 }))).toMatchObject({ attempts: 6 });
});

test('[FLT-01] what the provider or a right refuses ends a run at once; only a defect is an error of ours', () => {
  const errors = [
    new ProviderFailed('refused', { words: 'não' }),
    new AppError('forbidden', 'no'),
    new Error('x'),
  ];
  const failures = errors.map(failureOf);
  expect(failures.map(({ code, said, isDefect = false }) => [code, said, isDefect])).toEqual([
    ['refused', 'não', false],
    ['notAllowed', null, false],
    ['internal', null, true],
  ]);
  expect(failures.map((failure) => afterFailure(0, failure).state)).toEqual(['failed', 'failed', 'failed']);
});

test('[FLT-01] a run goes on where it stopped, but not of another account, after a day or a final failure', () => {
  expect(mayContinue(run({}), 'a')).toBe(true);
  expect(mayContinue(run({ failure: { code: 'unreadable', said: null } }), 'a')).toBe(true);
  expect(mayContinue(run({ failure: { code: 'refused', said: null } }), 'a')).toBe(false);
  expect(mayContinue(run({}), 'b')).toBe(false);
  expect(mayContinue(run({ step: 'done' }), 'a')).toBe(false);
  const dayBefore = new Date(Date.now() - 25 * 3_600_000).toISOString();
  expect(mayContinue(run({ started_at: dayBefore }), 'a')).toBe(false);
});
