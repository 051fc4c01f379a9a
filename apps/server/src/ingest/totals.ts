import type { Clock } from './clock.ts';
import type { HighestEntry, Receipt, Settlement, TotalsEntry } from './writer/entry.ts';

/** The highest value seen of an attribute that a maintenance uses, and what it should have been. */
export interface HighestCorrection {
  readonly attribute: string;
  readonly value: number;
  readonly correctedValue: number;
}

/** What is undefined counts on. */
export interface DeviceTotals {
  readonly totalDistanceMetres: number | undefined;
  readonly hoursMs: number | undefined;
}

type Push = (entry: TotalsEntry | HighestEntry) => void;

/** What is remembered of devices, set from outside: by way of the writers, so that no position under way is lost or counts on. */
export interface Totals {
  /** Resolves once it is committed, or never will be. */
  set(deviceId: number, totals: DeviceTotals): Promise<Settlement>;
  /** The same; changes nothing when the highest value is another one by then. */
  correctHighest(deviceId: number, correction: HighestCorrection): Promise<Settlement>;
  /** From here on they go to the writers. */
  open(push: Push): void;
  /** Nothing is taken any more. */
  close(): void;
}

export function createTotals(clock: Clock): Totals {
  let push: Push | undefined;
  const settled = (send: (to: Push, receipt: Receipt) => void): Promise<Settlement> => {
    const to = push;
    return to ? new Promise((settle) => send(to, { settle })) : Promise.resolve('abandoned');
  };
  const of = (deviceId: number) => ({ device: { id: deviceId, name: '' }, receivedMs: clock.now() });
  return {
    set: (deviceId, totals) =>
      settled((to, receipt) => to({ kind: 'totals', ...of(deviceId), ...totals, receipt })),
    correctHighest: (deviceId, correction) =>
      settled((to, receipt) => to({ kind: 'highest', ...of(deviceId), ...correction, receipt })),
    open(given) {
      push = given;
    },
    close() {
      push = undefined;
    },
  };
}
