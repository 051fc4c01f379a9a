/**
 * A request waits for what becomes of its commands, as their rows say: the process whose connection they leave on may be
 * another one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { awaitedMs, type Outcome, outcomesOf, stopAwaiting } from './sent-commands-queries.ts';

const lookEveryMs = 100;

export interface AwaitedOutcomesParts {
  readonly kysely: Kysely<Schema>;
  /** The way to the device is this process's, and was tried. */
  isHere(deviceId: number): boolean;
}

export type AwaitOutcomes = (ids: readonly number[]) => Promise<ReadonlyMap<number, Outcome>>;

export function createAwaitedOutcomes({ kysely, isHere }: AwaitedOutcomesParts): AwaitOutcomes {
  const isAwaited = ({ state, deviceId, isUnderWay }: Outcome) =>
    isUnderWay && (state !== 'queued' || !isHere(deviceId));
  return async (ids) => {
    const untilMs = performance.now() + awaitedMs;
    let outcomes = await outcomesOf(kysely, ids);
    while ([...outcomes.values()].some(isAwaited) && performance.now() < untilMs) {
      await sleep(lookEveryMs);
      outcomes = await outcomesOf(kysely, ids);
    }
    if (![...outcomes.values()].some(({ state }) => state === 'queued')) return outcomes;
    await stopAwaiting(kysely, ids);
    return outcomesOf(kysely, ids);
  };
}
