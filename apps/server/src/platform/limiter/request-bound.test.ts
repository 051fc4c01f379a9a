import { expect, test } from 'vitest';
import { createRequestBound, mostPerMinute } from './request-bound.ts';

test('[SHARE-02] one address asks so often in a minute and no more, and others are not touched', () => {
  let nowMs = 0;
  const bound = createRequestBound(() => nowMs);
  for (let requested = 0; requested < mostPerMinute; requested++) bound('10.0.0.1');
  nowMs = 45_000;
  expect(() => bound('10.0.0.1')).toThrow(
    expect.objectContaining({ code: 'too-many-requests', details: { retryAfterSeconds: 15 } }),
  );
  expect(() => bound('10.0.0.2')).not.toThrow();
  nowMs = 60_000;
  expect(() => bound('10.0.0.1')).not.toThrow();
});

test('[SHARE-02] [ING-11] the addresses of one IPv6 /64 ask as one', () => {
  const bound = createRequestBound(() => 0);
  for (let requested = 0; requested < mostPerMinute; requested++)
    bound(`2001:db8:1:2::${(requested + 1).toString(16)}`);
  expect(() => bound('2001:db8:1:2:ffff::')).toThrow('asks too often');
  expect(() => bound('2001:db8:1:3::1')).not.toThrow();
});
