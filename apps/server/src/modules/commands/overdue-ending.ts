import type { Kysely } from 'kysely';
import type { LiveFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { insertCommandEvents } from './command-events-queries.ts';
import { endOverdue } from './sent-commands-queries.ts';

/** A tracker that is connected answers within seconds; after this nobody waits for it any more, ms. */
export const answerPatienceMs = 15 * 60_000;

/** What was taken from the queue and is not said to have left after this never will: its process ended, ms. */
const patience = { answerMs: answerPatienceMs, leavingMs: 10_000, textMs: 120_000 };

interface OverdueParts {
  readonly commit: Commit;
  describeEvents(ids: readonly number[], within: Kysely<Schema>): Promise<readonly LiveFragment[]>;
}

/** Ends what is queued beyond its expiry and what nobody answered, publishes it, and writes it to the audit. */
export function createOverdueEnding({ commit, describeEvents }: OverdueParts) {
  return (): Promise<void> =>
    commit(async (transaction, publish) => {
      const ended = await endOverdue(transaction, patience);
      if (ended.length === 0) return;
      const events = ended.map(({ id, deviceId, type, state, reason }) => {
        return { deviceId, type: 'commandResult', commandId: id, commandType: type, state, reason } as const;
      });
      publish('events', await describeEvents(await insertCommandEvents(transaction, events), transaction));
      for (const { id, deviceId, type, state } of ended) {
        const action = state === 'expired' ? 'expire' : 'fail';
        const details = { deviceId, type };
        await writeAudit(transaction, { address: null }, { action, noun: 'command', objectId: id, details });
      }
    });
}
