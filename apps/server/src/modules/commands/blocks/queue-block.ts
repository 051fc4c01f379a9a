import { effectivePolicySchema } from '@atalaia/contract/block/block-policy';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Publish } from '../../../queries/commit.ts';
import type { CommandLimits } from '../command-limits.ts';
import { newCommandOf, queueOne } from '../send-command.ts';
import type { Target } from '../targets-queries.ts';
import { blockFragments } from './blocks-presenter.ts';
import type { BlockCommand, BlockRow } from './blocks-queries.ts';
import { type Gate, leavingOf } from './gate.ts';

/** What is to leave once the transaction is committed; 0: nothing yet. */
export interface QueuedBlock {
  readonly sentId: number;
  readonly target: Target;
}

export type QueueBlock = (
  within: Kysely<Schema>,
  publish: Publish,
  row: BlockRow,
  target: Target,
  limits: CommandLimits,
) => Promise<QueuedBlock | undefined>;

/** Queues the command of a request, once: the request's own conditional update decides, in the same transaction. */
export function createQueueBlock({ queued }: Pick<Gate, 'queued'>): QueueBlock {
  return async (within, publish, row, target, limits) => {
    const kind = row.kind as 'block' | 'release';
    const when = row.moment as 'now' | 'standstill' | 'ignitionOff';
    const policy = effectivePolicySchema.parse(row.policy);
    const who = { userId: row.asked_by, user: { name: row.asked_by_name } };
    const command = { ...(row.command as BlockCommand), confirmation: row.confirmation };
    const passed = { blockId: row.id, ...leavingOf(kind, policy, when, limits) };
    const sentId = await queueOne(within, target.id, newCommandOf(who, command, limits, null, passed));
    if (!(await queued(within, row.id, sentId)))
      throw new Error(`block ${row.id} was changed while it was locked`);
    publish('blocks', await blockFragments(within, [row.id]));
    return { sentId, target };
  };
}
