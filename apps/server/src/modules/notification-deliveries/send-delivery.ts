/**
 * Sends the notices of one channel: some at a time, each claimed by a lease, marked in the moment it is handed over, and
 * never handed over again when it may have arrived. What certainly did not go out is tried again, later each time.
 */
import type { ServerValues } from '@atalaia/domain/catalog/settings';
import type { Kysely } from 'kysely';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import { retryWhileAway } from '../../platform/db/connection/retry-while-away.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Geocoding } from '../../platform/geocoding/geocoding.ts';
import { nextTryMs, tooManyAttempts } from '../../platform/outbound/delivery-back-off.ts';
import type { CountDeliveries } from './deliveries-metrics.ts';
import {
  beginDelivery,
  claimDeliveries,
  type DeliveryEnd,
  endDelivery,
  giveUpCutOff,
  releaseDeliveries,
} from './deliveries-queries.ts';
import { type DeliveryFacts, readAlarmMessageFacts, readDeliveryFacts } from './delivery-facts-queries.ts';
import { deliveryMessage, readingOf } from './delivery-message.ts';
import type { DeliverySender } from './delivery-senders.ts';

export interface DeliveryParts {
  readonly kysely: Kysely<Schema>;
  readonly nowMs: () => number;
  readonly count: CountDeliveries;
  readonly publicUrl: string | undefined;
  readonly readServer: () => Promise<ServerValues>;
  /** Told where a position has no address. */
  readonly nearest: Geocoding['nearest'];
}

const perClaim = 40;
const atOneTime = 8;
/** Longer than all of a claim can take. */
const leaseMs = 5 * 60_000;
const boundWaitMs = 20_000;
/** So long a notice over its person's bound waits for its turn before it is given up. */
const longestBoundMs = 10 * 60_000;
/** Channels that are not set up are looked through so often. */
const unusedMs = 60_000;
/** So long the answer of a channel waits for a database that is away. */
const longestWriteMs = 60_000;

/** Works until nothing is due or the signal aborts; a message being sent is waited for. */
export function createDelivery(
  sender: DeliverySender,
  parts: DeliveryParts,
): (signal: AbortSignal) => Promise<void> {
  const { kysely, nowMs, count, publicUrl, readServer, nearest } = parts;
  const { notificator, perMinute } = sender;
  const iso = (ms: number) => new Date(ms).toISOString();

  async function finish(id: number, end: DeliveryEnd, claim: string): Promise<void> {
    const write = () => endDelivery(kysely, id, end, { now: iso(nowMs()), claim });
    const isOwn = await retryWhileAway(write, { forMs: longestWriteMs });
    if (isOwn) count(notificator, end.state === 'waiting' ? 'again' : end.state);
  }

  async function deliver(facts: DeliveryFacts, server: ServerValues, until: string): Promise<void> {
    const { id } = facts;
    if (!facts.mayReceive) {
      return finish(id, { state: 'given-up', reason: 'the user may not be told any more' }, until);
    }
    const message = deliveryMessage(withTown(facts, nearest), readingOf(server, facts), publicUrl);
    const startMs = nowMs();
    const claim = { until, now: iso(startMs), lease: iso(startMs + leaseMs) };
    const startedMs = performance.now();
    if (!(await beginDelivery(kysely, id, claim))) return;
    // this process was stopped in between: another one has given it up
    if (performance.now() - startedMs > leaseMs) return;
    const end = await sender.send(facts, message, `notice-${id}`).then(
      (): DeliveryEnd => ({ state: 'sent', reason: null }),
      (error: unknown) => endAfter(error, facts.attempts + 1),
    );
    await finish(id, end, claim.lease);
  }

  function endAfter(error: unknown, attempts: number): DeliveryEnd {
    const reason = error instanceof Error ? error.message : String(error);
    const mayRepeat = error instanceof DeliveryFailed && error.mayRepeat;
    if (!mayRepeat || tooManyAttempts(attempts)) return { state: 'given-up', reason };
    return { state: 'waiting', reason, nextTry: iso(nextTryMs(nowMs(), attempts, error.retryAfterMs)) };
  }

  /** False when nothing was due. */
  async function deliverPiece(signal: AbortSignal): Promise<boolean> {
    const startMs = nowMs();
    const [now, until] = [iso(startMs), iso(startMs + leaseMs)];
    const { ids, postponed, dropped } = await claimDeliveries(kysely, {
      notificator,
      perMinute,
      now,
      until,
      most: perClaim,
      afterBound: iso(startMs + boundWaitMs),
      oldestQueued: iso(startMs - longestBoundMs),
    });
    count(notificator, 'given-up', dropped);
    if (ids.length === 0) return postponed + dropped > 0;
    const server = await readServer();
    const due = [
      ...(await readDeliveryFacts(kysely, ids, now)),
      ...(await readAlarmMessageFacts(kysely, ids, now)),
    ];
    const found = new Set(due.map(({ id }) => id));
    for (const id of ids) {
      if (!found.has(id))
        await finish(id, { state: 'given-up', reason: 'the event or the device is gone' }, until);
    }
    await sideBySide(due, (facts) => (signal.aborted ? undefined : deliver(facts, server, until)));
    if (signal.aborted) await releaseDeliveries(kysely, ids, { until, now });
    return true;
  }

  let lookedMs = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    // what waited for a channel that is gone is given up within a minute
    if (!sender.isSetUp() && performance.now() - lookedMs < unusedMs) return;
    lookedMs = performance.now();
    count(notificator, 'given-up', await giveUpCutOff(kysely, notificator, iso(nowMs())));
    while (!signal.aborted && (await deliverPiece(signal)));
  };
}

/** Some at one time; all are waited for, and then the first failure is thrown. */
async function sideBySide<T>(
  items: readonly T[],
  work: (item: T) => Promise<void> | undefined,
): Promise<void> {
  const waiting = items.values();
  const lines = Array.from({ length: atOneTime }, async () => {
    for (const item of waiting) await work(item);
  });
  const results = await Promise.allSettled(lines);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}

function withTown(facts: DeliveryFacts, nearest: Geocoding['nearest']): DeliveryFacts {
  const { address, latitude, longitude } = facts;
  if (address !== null || latitude === null || longitude === null) return facts;
  return { ...facts, address: nearest(latitude, longitude) };
}
