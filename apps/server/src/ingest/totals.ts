import type { Clock } from './clock.ts';
import type { Settlement, TotalsEntry } from './writer/entry.ts';

export interface DeviceTotals {
  readonly totalDistanceMetres: number;
  readonly hoursMs: number;
}

/** What devices have counted, set by a person: by way of the writers, so that no position under way is lost or counts on. */
export interface Totals {
  /** Resolves once it is committed, or never will be. */
  set(deviceId: number, totals: DeviceTotals): Promise<Settlement>;
  /** From here on they go to the writers. */
  open(push: (entry: TotalsEntry) => void): void;
  /** Nothing is taken any more. */
  close(): void;
}

export function createTotals(clock: Clock): Totals {
  let push: ((entry: TotalsEntry) => void) | undefined;
  return {
    set(deviceId, totals) {
      const to = push;
      if (!to) return Promise.resolve('abandoned');
      return new Promise((settle) =>
        to({
          kind: 'totals',
          device: { id: deviceId, name: '' },
          receivedMs: clock.now(),
          ...totals,
          receipt: { settle },
        }),
      );
    },
    open(given) {
      push = given;
    },
    close() {
      push = undefined;
    },
  };
}
