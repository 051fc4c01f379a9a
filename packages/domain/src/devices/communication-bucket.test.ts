import { expect, test } from 'vitest';
import { communicationBucket } from './device-status.ts';

const now = Date.UTC(2026, 10, 21);

test('[DASH-02] devices fall in groups up to 1800, 14400, 86400 seconds, over it, and never', () => {
  const after = (seconds: number) => communicationBucket(now - seconds * 1000, now);
  expect([-5, 0, 1800].map(after)).toEqual(Array(3).fill('upTo30Minutes'));
  expect([1800.001, 14_400].map(after)).toEqual(Array(2).fill('upTo4Hours'));
  expect([14_400.001, 86_400].map(after)).toEqual(Array(2).fill('upTo24Hours'));
  expect([86_400.001, 1e9].map(after)).toEqual(Array(2).fill('over24Hours'));
  expect([null, undefined].map((ms) => communicationBucket(ms, now))).toEqual(['never', 'never']);
});
