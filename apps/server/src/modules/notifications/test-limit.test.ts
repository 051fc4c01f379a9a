import { expect, test } from 'vitest';
import { createTestLimit } from './notifications-service.ts';

test('[SEC-01] after five tests a person waits until the first of them is a minute old', () => {
  let nowMs = 0;
  const count = createTestLimit(() => nowMs);
  for (nowMs = 0; nowMs < 5_000; nowMs += 1_000) count(1);
  nowMs = 20_000;
  expect(() => count(1)).toThrow(expect.objectContaining({ details: { retryAfterSeconds: 40 } }));
  nowMs = 60_000;
  expect(() => count(1)).not.toThrow();
  expect(() => count(1)).toThrow();
});
