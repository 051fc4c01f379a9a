import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestReconnectMs, reconnectDelayMs } from './live-socket.ts';

test('[WS-02] the wait before a reconnection grows, and never passes 60 s', () => {
  expect([0, 1, 2, 3, 6, 7, 50].map((attempt) => reconnectDelayMs(attempt, 0))).toEqual([
    1000, 2000, 4000, 8000, 60_000, 60_000, 60_000,
  ]);
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const delayMs = reconnectDelayMs(attempt, random);
      expect(delayMs).toBeGreaterThanOrEqual(500);
      expect(delayMs).toBeLessThanOrEqual(longestReconnectMs);
    }),
  );
});
