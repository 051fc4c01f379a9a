import { expect, test } from 'vitest';
import { createAttemptLimit } from './attempt-limit.ts';
import { createSignInLimits } from './sign-in-limits.ts';

const rules = { free: 3, firstWaitMs: 1_000, longestWaitMs: 8_000, forgetAfterMs: 60_000 };

function clockAt(startMs: number) {
  const clock = { nowMs: startMs };
  return { clock, now: () => clock.nowMs };
}

test('[SEC-01] waits begin after the free failures, double with each one more, and have an end', () => {
  const { clock, now } = clockAt(1_000_000);
  const limit = createAttemptLimit(rules, now);
  const waits = Array.from({ length: 8 }, () => {
    limit.count('a');
    const waitMs = limit.waitMs('a');
    clock.nowMs += waitMs;
    return waitMs;
  });
  expect(waits).toEqual([0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  expect(limit.waitMs('a')).toBe(0);
  expect(limit.waitMs('b')).toBe(0);
});

test('success forgets, and so does time', () => {
  const { clock, now } = clockAt(0);
  const limit = createAttemptLimit(rules, now);
  for (let failure = 0; failure < 5; failure++) limit.count('a');
  expect(limit.waitMs('a')).toBe(4_000);
  limit.forgive('a');
  expect(limit.waitMs('a')).toBe(2_000);
  limit.reset('a');
  expect(limit.waitMs('a')).toBe(0);
  for (let failure = 0; failure < 5; failure++) limit.count('a');
  clock.nowMs += 60_000;
  limit.count('a');
  expect(limit.waitMs('a')).toBe(0);
});

test('[SEC-01] what is remembered of failures is bounded', () => {
  const { now } = clockAt(0);
  const limit = createAttemptLimit(rules, now, 10);
  for (let failure = 0; failure < 5; failure++) limit.count('first');
  for (let key = 0; key < 10; key++) limit.count(`key ${key}`);
  expect(limit.waitMs('first')).toBe(0);
});

test('[SEC-01] the addresses of one IPv6 network count as one, and an account is slowed down over all addresses', () => {
  const { now } = clockAt(0);
  const limits = createSignInLimits(now);
  for (const address of [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff::',
    '2001:0db8:1:2::3',
    '2001:db8:1:2::4',
    '2001:db8:1:2::5',
  ])
    limits.attempt('a@x', address);
  expect(() => limits.attempt('a@x', '2001:db8:1:2:9::')).toThrow('too many attempts');
  expect(() => limits.attempt('a@x', '2001:db8:1:3::1')).not.toThrow();
  for (let host = 0; host < 19; host++) limits.attempt('a@x', `10.0.0.${host}`);
  expect(() => limits.attempt('a@x', '10.0.1.1')).toThrow('too many attempts');
});

test('an attempt that came to no judgement does not count', () => {
  const { now } = clockAt(0);
  const limits = createSignInLimits(now);
  for (let attempt = 0; attempt < 50; attempt++) limits.attempt('a@x', '10.0.0.1').withdraw();
  expect(() => limits.attempt('a@x', '10.0.0.1')).not.toThrow();
});
