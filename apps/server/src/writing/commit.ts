/** One write: everything it stores in one transaction, and what it tells the rest of the server after the commit. */
import type { Kysely, Transaction } from 'kysely';
import type { Bus, BusTopic, BusTopics } from '../bus/bus.ts';
import type { Schema } from '../db/schema.ts';
import { refusalOrError } from './constraint-refusals.ts';

/** Keeps a message until the commit; it is never sent when the work fails. */
export type Tell = <T extends BusTopic>(topic: T, message: BusTopics[T]) => void;

export type Commit = <Result>(
  work: (transaction: Transaction<Schema>, tell: Tell) => Promise<Result>,
) => Promise<Result>;

/** Throws what the work throws; what a constraint refuses, as the refusal it stands for. */
export function createCommit(kysely: Kysely<Schema>, bus: Bus): Commit {
  return async (work) => {
    const told: (() => void)[] = [];
    const result = await kysely
      .transaction()
      .execute((transaction) =>
        work(transaction, (topic, message) => told.push(() => bus.publish(topic, message))),
      )
      .catch((error: unknown) => {
        throw refusalOrError(error);
      });
    for (const publish of told) publish();
    return result;
  };
}
