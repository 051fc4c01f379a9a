/** Blocks and releases as people see and decide them (BLOCK-01 to BLOCK-06). */
import type { BlockInput, BlockNote, BlockQuery, ReleaseInput } from '@atalaia/contract/block/block';
import type { Kysely } from 'kysely';
import { notFound, unlessFound } from '../../../errors/app-error.ts';
import type { LiveFragment } from '../../../platform/bus/bus.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Commit } from '../../../queries/commit.ts';
import type { Caller } from '../../../visibility/caller.ts';
import type { createSending } from '../send-command.ts';
import { findTargetOf, type Target } from '../targets-queries.ts';
import { assessBlock, installedOf } from './assess-block.ts';
import { createBlockClock } from './block-clock.ts';
import { createBlockDecisions } from './block-decisions.ts';
import { describeBlock, describeBlocked, describeBlocks, describeCurrent } from './blocks-presenter.ts';
import { type BlockCommand, lastWorkedAt, readBlock } from './blocks-queries.ts';
import type { Gate } from './gate.ts';
import { fixFigures } from './policy.ts';
import { createQueueBlock, type QueuedBlock } from './queue-block.ts';
import { releaseNeedsPhrase } from './second-person.ts';

export interface BlocksParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly gate: Gate;
  readonly sending: ReturnType<typeof createSending>;
  requireTarget(caller: Caller, deviceId: number): Promise<Target>;
  describeEvents(ids: readonly number[], within: Kysely<Schema>): Promise<readonly LiveFragment[]>;
}

export type BlocksService = ReturnType<typeof createBlocksService>;

export function createBlocksService(parts: BlocksParts) {
  const { kysely, commit, requireTarget, sending } = parts;
  const queueBlock = createQueueBlock(parts.gate);
  const decisions = createBlockDecisions({ commit, queueBlock, requireTarget });
  const leave = async ({ sentId, target }: QueuedBlock, command: BlockCommand) => {
    if (sentId > 0) await sending.leave(sentId, target, command);
  };
  const read = async (id: number) => {
    const json = await describeBlock(kysely, id);
    if (json === '') throw notFound('block', id);
    return json;
  };
  const lookAtClock = createBlockClock({
    ...parts,
    queueBlock,
    targetOf: findTargetOf,
    leave: (queuedBlock, row) => leave(queuedBlock, row.command as BlockCommand),
  });
  const decided = async (id: number, queuedBlock: QueuedBlock) => {
    const row = await readBlock(kysely, id);
    if (row) await leave(queuedBlock, row.command as BlockCommand);
    await lookAtClock(id);
    return read(id);
  };

  return {
    /** Once a second, in every process. */
    lookAtClock: () => lookAtClock(),

    async ask(caller: Caller, { deviceId, confirmation, ...block }: BlockInput) {
      const command = { deviceId, type: 'engineStop', block, ...(confirmation ? { confirmation } : {}) };
      const { blockId } = await sending.send(caller, command);
      await lookAtClock(blockId);
      return read(blockId ?? 0);
    },
    async release(caller: Caller, { deviceId, ...release }: ReleaseInput) {
      const { blockId } = await sending.send(caller, { deviceId, type: 'engineResume', release });
      await lookAtClock(blockId);
      return read(blockId ?? 0);
    },

    async check(caller: Caller, deviceId: number) {
      const target = await requireTarget(caller, deviceId);
      const assessment = await assessBlock(kysely, target, 'now');
      const { facts, policy, hindrances, needsSecond, nowMs } = assessment;
      const current = await describeCurrent(kysely, deviceId);
      return JSON.stringify({
        ...{ policy, hindrances, needsSecond, cuts: facts.cuts, ...fixFigures(target.lastFix, nowMs) },
        sinisterId: facts.sinisterId ?? 0,
        installed: installedOf(facts),
        lastWorkedAt: await lastWorkedAt(kysely, deviceId),
        ...current,
        releaseNeedsPhrase: releaseNeedsPhrase(caller, current.block !== null),
      });
    },
    async list(caller: Caller, query: BlockQuery) {
      if (query.deviceId !== undefined) await requireTarget(caller, Number(query.deviceId));
      return `[${await describeBlocks(kysely, caller, query)}]`;
    },
    blocked: async (caller: Caller) => `[${await describeBlocked(kysely, caller)}]`,
    async read(caller: Caller, id: number) {
      const row = await readBlock(kysely, id);
      if (!row) throw notFound('block', id);
      await unlessFound(requireTarget(caller, row.device_id), () => notFound('block', id));
      return read(id);
    },

    confirm: async (caller: Caller, id: number) => decided(id, await decisions.confirm(caller, id)),
    alone: async (caller: Caller, id: number, note: BlockNote) =>
      decided(id, await decisions.alone(caller, id, note)),
    async refuse(caller: Caller, id: number, note: BlockNote) {
      await decisions.refuse(caller, id, note);
      return read(id);
    },
    async withdraw(caller: Caller, id: number, note: BlockNote) {
      await decisions.withdraw(caller, id, note);
      return read(id);
    },
    async review(caller: Caller, id: number) {
      await decisions.review(caller, id);
      return read(id);
    },
  };
}
