/** How long updates take from the live feed to the screen: the last some thousand, for benches and for anybody who wonders. */
import type { BatchArrival } from '../worker/worker-messages.ts';

const mostUpdates = 20_000;

export interface UpdateClock {
  /** What the frame under way will show. */
  expect(arrivals: readonly BatchArrival[]): void;
  /** The frame under way is on the screen. */
  painted(nowMs: number): void;
  /** Milliseconds from arrival to screen, one entry a position in the view, oldest first. */
  latenciesMs(): number[];
  forget(): void;
}

export function createUpdateClock(): UpdateClock {
  let expected: BatchArrival[] = [];
  const latencies: number[] = [];
  return {
    expect(arrivals) {
      expected.push(...arrivals);
    },
    painted(nowMs) {
      for (const { arrivedMs, seenCount } of expected) {
        for (let position = 0; position < seenCount; position++) latencies.push(nowMs - arrivedMs);
      }
      expected = [];
      if (latencies.length > mostUpdates) latencies.splice(0, latencies.length - mostUpdates);
    },
    latenciesMs: () => [...latencies],
    forget() {
      latencies.length = 0;
    },
  };
}
