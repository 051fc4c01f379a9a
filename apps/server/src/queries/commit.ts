/** One write: everything it stores in one transaction, and what is published after the commit. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isConflict, isConnectionError } from '../errors/database-errors.ts';
import type { Bus, BusTopic, BusTopics } from '../platform/bus/bus.ts';
import type { Schema } from '../platform/db/schema.ts';
import { type BusMessage, type PublishedChanges, recordChanges } from './changes/change-log.ts';
import { refusalOrError } from './constraint-refusals.ts';
import { takeKey } from './idempotency.ts';

/** Keeps a message until the commit; it is never sent when the work fails. */
export type Publish = <T extends BusTopic>(topic: T, message: BusTopics[T]) => void;

export type Commit = <Result>(
  work: (transaction: Transaction<Schema>, publish: Publish) => Promise<Result>,
) => Promise<Result>;

/** Work that others stood in the way of is done so often at most, and these are its waits, ms: up to the double by chance. */
const mostTries = 5;
const firstWaitMs = 5;

/**
 * Throws what the work throws; what a constraint refuses, as its refusal. A connection lost under the commit leaves open
 * whether it happened: whoever keeps what may have been changed then reads it again. What other processes must hear of
 * is written in the same transaction.
 *
 * A transaction that was rolled back for another's sake (a deadlock, a failed serialization) is done again: so the work
 * touches nothing outside of it, but what may be done twice.
 */
export function createCommit(kysely: Kysely<Schema>, bus: Bus, published: PublishedChanges): Commit {
  async function once<Result>(work: Parameters<Commit>[0]) {
    const pending: BusMessage[] = [];
    let recorded: readonly number[] = [];
    let giveKeyBack = () => {};
    const result = await kysely
      .transaction()
      .execute(async (transaction) => {
        giveKeyBack = await takeKey(transaction);
        const done = await work(transaction, (topic, message) =>
          pending.push({ topic, message } as BusMessage),
        );
        recorded = await recordChanges(transaction, pending);
        return done as Result;
      })
      .catch((error: unknown) => {
        giveKeyBack();
        if (isConnectionError(error)) for (const one of pending) publishDoubt(bus, one);
        throw refusalOrError(error);
      });
    for (const id of recorded) published.add(id);
    for (const { topic, message } of pending) bus.publish(topic, message);
    return result;
  }

  return async (work) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(work);
      } catch (error) {
        if (!isConflict(error) || tries === mostTries) throw error;
        await sleep(firstWaitMs * 2 ** tries * (1 + Math.random()));
      }
    }
  };
}

/** Makes others read again, which does no harm where nothing was changed. */
const rereading: ReadonlySet<BusTopic> = new Set([
  'visibility',
  'deviceRegistry',
  'rules',
  'serverSettings',
  'integrations',
  'accountEnd',
]);

function publishDoubt(bus: Bus, { topic, message }: BusMessage): void {
  if (topic === 'signedOut') bus.publish('accountEnd', { userId: message.userId });
  else if (rereading.has(topic)) bus.publish(topic, message);
}
