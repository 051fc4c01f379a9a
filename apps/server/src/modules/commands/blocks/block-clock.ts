/**
 * Takes requests on by themselves: once a second in every process, each row by whoever locks it. What it finds is in rows
 * alone, so that a restart or another process goes on where one stopped.
 */
import type { BlockState } from '@atalaia/contract/block/block';
import { effectivePolicySchema } from '@atalaia/contract/block/block-policy';
import type { Kysely } from 'kysely';
import type { LiveFragment } from '../../../platform/bus/bus.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Commit, Publish } from '../../../queries/commit.ts';
import { readCommandLimits } from '../sent-commands-queries.ts';
import type { Target } from '../targets-queries.ts';
import { geofencesAround } from './assess-block.ts';
import { type BlockEvent, insertBlockEvents, queueMessages } from './block-events-queries.ts';
import { blockFragments } from './blocks-presenter.ts';
import {
  type BlockRow,
  changeBlock,
  databaseNow,
  fittingPolicies,
  noteOnBlock,
  readBlock,
  sentByNow,
} from './blocks-queries.ts';
import {
  blockInForceOf,
  drivenSince,
  freshFixes,
  holdersOf,
  lockAwaited,
  lockWatched,
  type WatchedBlock,
} from './clock-queries.ts';
import { effectivePolicy, freshSeconds, standingKph } from './policy.ts';
import type { QueueBlock, QueuedBlock } from './queue-block.ts';

/** Trackers answer a block in words of their own; these say that nothing was cut. */
const refusals =
  /\b(fail(ed|ure)?|errors?|err|invalid|denied|deny|refused?|rejected|unsupported|illegal|unable|nok|ng|over ?speed)\b|\bnot (support|execut|allow|running|valid)|n[aã]o executad|not be executed/i;

/** Whether a tracker's own answer says that it did what it was asked. Pure. */
export function answerVerdict(answer: string | null): 'done' | 'refused' {
  return answer !== null && refusals.test(answer) && !/already/i.test(answer) ? 'refused' : 'done';
}

export interface BlockClockParts {
  readonly commit: Commit;
  readonly queueBlock: QueueBlock;
  describeEvents(ids: readonly number[], within: Kysely<Schema>): Promise<readonly LiveFragment[]>;
  /** The device of a request, whoever asked. */
  targetOf(within: Kysely<Schema>, deviceId: number): Promise<Target | undefined>;
  /** After the commit. */
  leave(queuedBlock: QueuedBlock, row: BlockRow): Promise<void>;
}

/** A block contradicts itself after so much under the vehicle's own ignition, m. */
const contradictingMetres = 500;

const now = databaseNow;

/** `awaitedId`: of a request whose answer says what became of it; it is waited for where somebody else looks at it just now. */
export function createBlockClock(parts: BlockClockParts): (awaitedId?: number) => Promise<void> {
  const { commit } = parts;
  return async (awaitedId) => {
    const queuedBlocks: { readonly queuedBlock: QueuedBlock; readonly row: BlockRow }[] = [];
    await commit(async (within, publish) => {
      // nothing else is locked yet, so that nobody waits for who waits
      if (awaitedId !== undefined) await lockAwaited(within, awaitedId);
      const looks = createLooks(parts, within, publish);
      for (const watched of await lockWatched(within)) {
        const gone = await looks.look(watched);
        if (gone) queuedBlocks.push(gone);
      }
      await looks.publishChanged();
    });
    for (const one of queuedBlocks) await parts.leave(one.queuedBlock, one.row);
  };
}

/** Changes of requests within one transaction; those that changed are published together. */
function createMoves({ describeEvents }: BlockClockParts, within: Kysely<Schema>, publish: Publish) {
  const changedIds = new Set<number>();
  return {
    within,
    publish,

    async move(
      { id }: Pick<WatchedBlock, 'id'>,
      from: readonly BlockState[],
      state: BlockState,
      action: string,
      set: Readonly<Record<string, unknown>> = {},
    ): Promise<boolean> {
      const isMoved = await changeBlock(within, id, { from, action, set: { state, ...set } });
      if (isMoved) changedIds.add(id);
      return isMoved;
    },

    /** Publishes an event about it, and queues messages to these people. */
    async notify(
      { id, deviceId, kind }: WatchedBlock,
      type: BlockEvent['type'],
      to: Parameters<typeof queueMessages>[3],
    ): Promise<void> {
      const eventIds = await insertBlockEvents(within, [{ type, deviceId, blockId: id, kind }]);
      for (const eventId of eventIds) await queueMessages(within, eventId, deviceId, to);
      publish('events', await describeEvents(eventIds, within));
    },

    async publishChanged(): Promise<void> {
      if (changedIds.size > 0) publish('blocks', await blockFragments(within, [...changedIds]));
    },
  };
}

function createLooks(parts: BlockClockParts, within: Kysely<Schema>, publish: Publish) {
  const moves = createMoves(parts, within, publish);
  const { move, notify, publishChanged } = moves;

  async function confirm(
    block: WatchedBlock,
    by: 'answer' | 'output',
    answer?: string | null,
  ): Promise<void> {
    const from = ['requested', 'sent', 'unanswered'] as const;
    const ended = block.kind === 'release' ? { ended_at: now } : {};
    const set = {
      ...{ state_reason: by, done_at: now, ...ended },
      // an answer may come before anybody looked
      ...(block.leftAt === null ? {} : { sent_at: block.leftAt }),
      ...(answer === undefined ? {} : { answer }),
    };
    if (!(await move(block, from, 'confirmed', 'confirmed', set)) || block.kind === 'block') return;
    for (const id of await blockInForceOf(within, block.deviceId)) {
      if (id > block.id) continue;
      const set = { ended_at: now, state_reason: 'released' };
      await move({ id }, ['sent', 'confirmed', 'unanswered', 'contradicted'], 'released', 'released', set);
    }
  }

  /** What became of its command. */
  async function lookAtCommand(block: WatchedBlock): Promise<void> {
    const { sentState, sentReason, answer } = block;
    const end = { ended_at: now };
    if (sentState === 'answered') {
      if (answerVerdict(answer) === 'done') return confirm(block, 'answer', answer);
      const set = { ...end, answer, state_reason: 'tracker' };
      await move(block, ['requested', 'sent', 'unanswered'], 'refused', 'refused', set);
    } else if (sentState === 'sent' && !block.isLeaving) {
      await move(block, ['requested'], 'sent', 'sent', { state_reason: null, sent_at: block.leftAt });
    } else if (sentState === 'expired') {
      if (block.when !== 'now' && !block.isLifeOver) {
        const set = { sent_id: null, state_reason: null };
        await move(block, ['requested'], 'waiting', 'wait-again', set);
      } else {
        const set = { ...end, state_reason: 'tracker-away' };
        await move(block, ['requested'], 'expired', 'expired', set);
      }
    } else if (sentState === 'failed' && sentReason !== 'no-answer' && sentReason !== 'withdrawn') {
      // whether its bytes left is not known: it may be blocked
      const isUnsure = sentReason === 'interrupted';
      const set = isUnsure
        ? { state_reason: sentReason, sent_at: sentByNow }
        : { ...end, state_reason: sentReason };
      await move(block, ['requested', 'sent'], isUnsure ? 'unanswered' : 'refused', 'failed', set);
    }
  }

  async function lookAtVehicle(block: WatchedBlock): Promise<void> {
    const { state, kind } = block;
    const isOut = state === 'sent' || state === 'unanswered';
    if (isOut && block.output === (kind === 'block')) return confirm(block, 'output');
    if (state === 'sent' && block.isLate) {
      await move(block, ['sent'], 'unanswered', 'unanswered', { state_reason: 'no-answer' });
      await notify(block, 'blockUnanswered', { userIds: await holdersOf(within, block) });
      return;
    }
    if (kind !== 'block' || (!isOut && state !== 'confirmed')) return;
    if (state === 'confirmed' && block.laterOutput === false) return contradict(block, 'output');
    if (block.positionId === null || block.positionId === block.lookedAtPosition) return;
    await noteOnBlock(within, block.id, { looked_at_position: block.positionId });
    if ((await drivenSince(within, block.id)) > contradictingMetres) await contradict(block, 'moves');
  }

  async function contradict(block: WatchedBlock, reason: 'output' | 'moves'): Promise<void> {
    const from = ['sent', 'confirmed', 'unanswered'] as const;
    if (!(await move(block, from, 'contradicted', 'contradicted', { state_reason: reason }))) return;
    await notify(block, 'blockContradicted', { supervisorsBut: null });
  }

  return {
    async look(block: WatchedBlock) {
      const end = { ended_at: now };
      if (block.isDeviceGone) {
        const set = { ...end, state_reason: 'device-removed' };
        await move(block, [block.state], 'expired', 'expired', set);
      } else if (block.isUnconfirmed) {
        await move(block, ['requested'], 'expired', 'expired', { ...end, state_reason: 'not-confirmed' });
      } else if (block.state === 'waiting') {
        if (!block.isLifeOver) return launchAtStandstill(parts, moves, block);
        await move(block, ['waiting'], 'expired', 'expired', { ...end, state_reason: 'never-stopped' });
      } else {
        if (block.sentId !== null && ['requested', 'sent', 'unanswered'].includes(block.state)) {
          await lookAtCommand(block);
        }
        await lookAtVehicle(block);
        if (block.isOverdue && block.kind === 'block') {
          await noteOnBlock(within, block.id, { overdue_reported_at: now });
          await notify(block, 'blockOverdue', { supervisorsBut: null });
        }
      }
      return undefined;
    },
    publishChanged,
  };
}

/** "Bloquear quando parar": whether its vehicle stands now, by fixes of after the request. */
async function launchAtStandstill(
  { targetOf, queueBlock }: BlockClockParts,
  { within, publish, move }: ReturnType<typeof createMoves>,
  block: WatchedBlock,
): Promise<{ queuedBlock: QueuedBlock; row: BlockRow } | undefined> {
  const bounds = { freshSeconds, standingKnots: standingKph / 1.852 };
  const fixes = await freshFixes(within, block.id, bounds);
  if (!fixes || !(block.when === 'ignitionOff' ? fixes.ignition === false : fixes.stands)) return;
  const row = await readBlock(within, block.id);
  if (!row) return;
  const limits = await readCommandLimits(within);
  // asked for under one policy, it is sent under what holds by then too
  const held = effectivePolicy(await fittingPolicies(within, block.deviceId), limits);
  if (held.never) {
    const end = { ended_at: now, state_reason: 'policy-changed' };
    await move(block, ['waiting'], 'refused', 'refused', end);
    return;
  }
  if (held.moment.value === 'ignitionOff' && fixes.ignition !== false) return;
  const both = [effectivePolicySchema.parse(row.policy), held];
  if (both.some(({ maxSpeedKph }) => fixes.speedKnots * 1.852 > maxSpeedKph.value)) return;
  const forbiddenIds = both.flatMap(({ forbiddenGeofences }) => forbiddenGeofences.map(({ value }) => value));
  if ((await geofencesAround(within, fixes, forbiddenIds)).length > 0) return;
  const target = await targetOf(within, block.deviceId);
  if (!target || target.disabled) return;
  const queuedBlock = await queueBlock(within, publish, row, target, limits);
  return queuedBlock && { queuedBlock, row };
}
