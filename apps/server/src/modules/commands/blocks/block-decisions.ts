/** What people do with a request that waits: confirm, refuse, go on alone, take it back, look at what was done alone. */

import { isDeepStrictEqual } from 'node:util';
import type { BlockNote } from '@atalaia/contract/block/block';
import { effectivePolicySchema } from '@atalaia/contract/block/block-policy';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../../errors/app-error.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Commit, Publish } from '../../../queries/commit.ts';
import { type Caller, worksAtDesk } from '../../../visibility/caller.ts';
import type { Target } from '../targets-queries.ts';
import { assessBlock } from './assess-block.ts';
import { change, changed, takeBack } from './block-changes.ts';
import {
  type BlockColumns,
  type BlockRow,
  databaseNow,
  isOfDesk,
  isOver,
  lockBlock,
} from './blocks-queries.ts';
import { requireUnhindered } from './policy.ts';
import type { QueueBlock, QueuedBlock } from './queue-block.ts';
import { isSupervisor } from './second-person.ts';

export interface BlockDecisionsParts {
  readonly commit: Commit;
  readonly queueBlock: QueueBlock;
  requireTarget(caller: Caller, deviceId: number): Promise<Target>;
}

const now = databaseNow;

export function createBlockDecisions({ commit, queueBlock, requireTarget }: BlockDecisionsParts) {
  /** What was agreed to goes on as it was asked: at once, or when the vehicle stops. */
  async function goOn(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    row: BlockRow,
    action: 'confirm' | 'alone',
    set: BlockColumns,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<QueuedBlock | undefined> {
    const target = await requireTarget(caller, row.device_id);
    const when = row.moment as 'now' | 'standstill' | 'ignitionOff';
    const assessment = await assessBlock(within, target, when);
    if (!isDeepStrictEqual(effectivePolicySchema.parse(row.policy), assessment.policy)) {
      await change(within, publish, caller, row, 'refuse', {
        ...{ state: 'refused', state_reason: 'policy-changed', ended_at: now },
      });
      return undefined;
    }
    if (row.kind === 'block') {
      const { hindrances, scene, limits, nowMs } = assessment;
      requireUnhindered(hindrances, scene, limits, row.confirmation !== null, nowMs);
    }
    const waits = row.kind === 'block' && when !== 'now';
    const state = waits ? 'waiting' : 'requested';
    await change(within, publish, caller, row, action, { ...set, state, state_reason: null }, details);
    return waits ? { sentId: 0, target } : queueBlock(within, publish, row, target, assessment.limits);
  }

  const policyChanged = (id: number) =>
    new AppError('block-policy-changed', 'the policy was changed meanwhile; ask again', { blockId: id });

  async function decide(
    caller: Caller,
    id: number,
    work: (within: Kysely<Schema>, publish: Publish, row: BlockRow) => Promise<QueuedBlock | undefined>,
  ): Promise<QueuedBlock> {
    const queuedBlock = await commit(async (within, publish) =>
      work(within, publish, await lock(within, caller, id)),
    );
    // the refusal is stored, and so not thrown within
    if (!queuedBlock) throw policyChanged(id);
    return queuedBlock;
  }

  return {
    confirm: (caller: Caller, id: number) =>
      decide(caller, id, async (within, publish, row) => {
        if (row.asked_by === caller.userId) {
          throw new AppError('own-request', 'nobody confirms what he asked for himself');
        }
        await requireAwaitsSecond(within, row);
        const who = { confirmed_by: caller.userId, confirmed_by_name: caller.user.name, second_at: now };
        return goOn(within, publish, caller, row, 'confirm', who);
      }),

    alone: (caller: Caller, id: number, { reason }: BlockNote) =>
      decide(caller, id, async (within, publish, row) => {
        if (row.asked_by !== caller.userId) {
          throw new AppError('forbidden', 'only who asked for it goes on alone');
        }
        await requireAwaitsSecond(within, row);
        if (row.alone_from === null) {
          throw new AppError('alone-not-allowed', 'the policy wants a second person in any case');
        }
        if (!(await isOver(within, row.alone_from))) {
          const aloneFrom = new Date(row.alone_from).toISOString();
          throw new AppError('alone-too-early', 'a second person still has time', { aloneFrom });
        }
        return goOn(within, publish, caller, row, 'alone', { alone_reason: reason }, { reason });
      }),

    refuse: (caller: Caller, id: number, { reason }: BlockNote) =>
      commit(async (within, publish) => {
        const row = await lock(within, caller, id);
        if (row.asked_by === caller.userId) {
          throw new AppError('own-request', 'take your own request back instead');
        }
        await requireAwaitsSecond(within, row);
        const set = { state: 'refused', state_reason: 'second-person', ended_at: now };
        await change(within, publish, caller, row, 'refuse', set, { reason });
      }),

    withdraw: (caller: Caller, id: number, { reason }: BlockNote) =>
      commit(async (within, publish) => {
        const row = await lock(within, caller, id);
        const isFree =
          row.asked_by === caller.userId ||
          isSupervisor(caller) ||
          (worksAtDesk(caller) && !(await isOfDesk(within, row)));
        if (!isFree) {
          throw new AppError('forbidden', 'only who asked for it, or a supervisor, takes it back');
        }
        await takeBack(within, publish, caller, row, { reason });
      }),

    review: (caller: Caller, id: number) =>
      commit(async (within, publish) => {
        const row = await lock(within, caller, id);
        if (row.alone_reason === null || row.reviewed_at !== null) throw changed(row);
        if (row.asked_by === caller.userId)
          throw new AppError('own-request', 'somebody else looks at what you did alone');
        const who = { reviewed_by: caller.userId, reviewed_by_name: caller.user.name, reviewed_at: now };
        await change(within, publish, caller, row, 'review', who);
      }),
  };
}

async function lock(within: Kysely<Schema>, caller: Caller, id: number): Promise<BlockRow> {
  const row = await lockBlock(within, caller, id);
  if (!row) throw notFound('block', id);
  return row;
}

/** Waits for a second person, in time, and is still asked for by the policy that it was asked under. */
async function requireAwaitsSecond(within: Kysely<Schema>, row: BlockRow): Promise<void> {
  const isOpen = row.state === 'requested' && row.sent_id === null && row.confirm_until !== null;
  if (row.state === 'expired' || (isOpen && (await isOver(within, row.confirm_until)))) {
    throw new AppError('block-expired', 'it was to be confirmed within 5 minutes', { blockId: row.id });
  }
  if (!isOpen) throw changed(row);
}
