import { expect, test } from 'vitest';
import { createRequestBound, mostPerMinute } from './request-bound.ts';

test('[SHARE-02] one address asks so often in a minute and no more, and others are not touched', () => {
  let nowMs = 0;
  const bound = createRequestBound(() => nowMs);
  for (let asked = 0; asked < mostPerMinute; asked++) bound('10.0.0.1');
  nowMs = 45_000;
  expect(() => bound('10.0.0.1')).toThrow(
    expect.objectContaining({ code: 'too-many-requests', details: { retryAfterSeconds: 15 } }),
  );
  expect(() => bound('10.0.0.2')).not.toThrow();
  nowMs = 60_000;
  expect(() => bound('10.0.0.1')).not.toThrow();
});
