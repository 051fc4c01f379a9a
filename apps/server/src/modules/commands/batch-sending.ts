import { randomUUID } from 'node:crypto';
import type { BatchBody, SendCommand } from '@atalaia/contract/devices/command';
import type {
  BatchQuery,
  BatchResult,
  CommandReceipt,
  GroupReceipts,
} from '@atalaia/contract/devices/sent-command';
import { engineEffect } from '@atalaia/protocols/engine-effect';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createLimiter } from '../../platform/limiter/limiter.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Publish } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import { devicesWithBlocks } from './blocks/blocks-queries.ts';
import type { Passed } from './blocks/gate.ts';
import { typesFor } from './command-encoders.ts';
import { requireEnabled, requireSupported } from './command-refusals.ts';
import { isLimited } from './saved-commands-resource.ts';
import { type CommandRequest, commandOf, newCommandOf, queueOne, type SendingParts } from './send-command.ts';
import { queueCommands, readCommandLimits } from './sent-commands-queries.ts';
import { devicesInGroups, findGroups, findTargets, type Target } from './targets-queries.ts';

/** Devices of one batch. */
const mostDevices = 10_000;

/** Sends one command to many devices, and says of each what became of it (CMD-04). */
export function createBatchSending(parts: SendingParts) {
  const { kysely, commit, room, awaitOutcomes, protocolOf } = parts;

  /** Every device that is named and every one in a named group; whoever is not seen is refused by name. */
  async function targetsOf(caller: Caller, { deviceIds, groupIds }: Named): Promise<readonly Target[]> {
    const groups = await findGroups(kysely, caller, groupIds);
    const foreignGroup = groupIds.find((id) => !groups.has(id));
    if (foreignGroup !== undefined) throw notFound('group', foreignGroup);
    const inGroups = await devicesInGroups(kysely, caller, groupIds, mostDevices);
    const requested = [...new Set([...deviceIds, ...inGroups])];
    if (requested.length > mostDevices) {
      throw fieldRefusal('invalid-input', { path: 'groupsId', message: `hold over ${mostDevices} devices` });
    }
    const targets = await findTargets(kysely, caller, requested);
    const foreign = deviceIds.find((id) => !targets.has(id));
    if (foreign !== undefined) throw notFound('device', foreign);
    return [...targets.values()];
  }

  /** One device: whether it takes the command, and through the gate where it blocks or releases. */
  async function passOf(
    transaction: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    target: Target,
    requested: CommandRequest,
    block: BatchBody['block'],
    blocked: ReadonlySet<number>,
  ): Promise<{ readonly refused: BatchResult } | { readonly passed: Passed | undefined }> {
    try {
      requireEnabled(target);
      const protocol = protocolOf(target);
      requireSupported(requested.type, typesFor(protocol, false));
      const effect = engineEffect(protocol, requested, target.settings);
      if (effect === 'release' && !blocked.has(target.id)) return { passed: undefined };
      const { confirmation } = requested;
      const release = confirmation === null ? undefined : { reason: confirmation };
      const request = { target, confirmation, block, release, command: commandOf(requested), mayWait: false };
      const passed = effect && (await parts.gate.pass(transaction, publish, caller, { ...request, effect }));
      return { passed };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, details } = error;
      return { refused: { deviceId: target.id, state: 'refused', code, ...(details ? { details } : {}) } };
    }
  }

  return async (caller: Caller, body: BatchBody, query: BatchQuery): Promise<readonly BatchResult[]> => {
    if (isLimited(caller)) {
      throw new AppError('commands-limited', 'this account may only send the commands saved for it');
    }
    const requested = commandRequestOf(body);
    const targets = await targetsOf(caller, namedIn(body, query));
    const limits = await readCommandLimits(kysely);
    const batchId = randomUUID();
    const refused: BatchResult[] = [];
    const held: BatchResult[] = [];
    const queued = await commit(async (transaction, publish) => {
      const plainIds: number[] = [];
      const blocks: Queued[] = [];
      const blocked = await devicesWithBlocks(
        transaction,
        targets.map(({ id }) => id),
      );
      for (const target of targets) {
        const judged = await passOf(transaction, publish, caller, target, requested, body.block, blocked);
        const passed = 'passed' in judged ? judged.passed : undefined;
        if ('refused' in judged) refused.push(judged.refused);
        else if (!passed) plainIds.push(target.id);
        else if (passed.state !== 'go') held.push({ deviceId: target.id, state: passed.state });
        else {
          const id = await queueOne(
            transaction,
            target.id,
            newCommandOf(caller, requested, limits, batchId, passed),
          );
          await parts.gate.queued(transaction, passed.blockId, id);
          blocks.push({ id, deviceId: target.id });
        }
      }
      const command = newCommandOf(caller, requested, limits, batchId);
      const rows = [...(await queueCommands(transaction, plainIds, command)), ...blocks];
      const { type, confirmation } = requested;
      const counts = { batchId, devices: rows.length, refused: refused.length };
      const details = { type, ...counts, ...(confirmation ? { confirmation } : {}) };
      await writeAudit(transaction, caller, { action: 'send-batch', noun: 'command', details });
      return rows;
    });
    const sentIds = queued.map(({ id }) => id);
    await room.queued(queued.map(({ deviceId }) => deviceId));
    const outcomes = await awaitOutcomes(sentIds);
    const sent = queued.flatMap(({ id, deviceId }): BatchResult[] => {
      const outcome = outcomes.get(id);
      return outcome ? [{ deviceId, state: outcome.state, sentId: id, batchId }] : [];
    });
    return [...sent, ...held, ...refused].sort((one, other) => one.deviceId - other.deviceId);
  };
}

interface Queued {
  readonly id: number;
  readonly deviceId: number;
}

interface Named {
  readonly deviceIds: readonly number[];
  readonly groupIds: readonly number[];
}

function commandRequestOf({ commandType, type = commandType, confirmation }: BatchBody): CommandRequest {
  if (!type) throw fieldRefusal('invalid-input', { path: 'commandType', message: 'is required' });
  const plain = { id: 0, textChannel: false, description: null, attributes: {} };
  return { ...plain, type, confirmation: confirmation?.reason ?? null };
}

function namedIn({ devicesId = [], groupsId = [] }: BatchBody, { devicesIds, groupsIds }: BatchQuery): Named {
  const deviceIds = [...devicesId, ...(devicesIds ?? []).map(Number)];
  const groupIds = [...groupsId, ...(groupsIds ?? []).map(Number)];
  if (deviceIds.length + groupIds.length > 0) return { deviceIds, groupIds };
  const message = 'names no device, and groupsId no group';
  throw fieldRefusal(
    'invalid-input',
    { path: 'devicesId', message },
    { path: 'groupsId', message: 'is empty too' },
  );
}

/** More are sent to as a batch, which waits for no answer of each. */
const mostOfGroup = 200;
const atOnce = 20;

interface GroupSendingParts {
  readonly kysely: Kysely<Schema>;
  send(caller: Caller, command: SendCommand): Promise<CommandReceipt>;
  /** What has left is on the wire for whoever asks next. */
  look(): Promise<unknown>;
}

/** One command to each device of a group and of those below it, as the field sends it; each goes through every rule. */
export async function sendToGroup(
  { kysely, send, look }: GroupSendingParts,
  caller: Caller,
  command: Omit<SendCommand, 'deviceId'>,
  groupId: number,
): Promise<GroupReceipts> {
  if (!(await findGroups(kysely, caller, [groupId])).has(groupId)) throw notFound('group', groupId);
  const deviceIds = await devicesInGroups(kysely, caller, [groupId], mostOfGroup);
  if (deviceIds.length > mostOfGroup) {
    const message = `holds over ${mostOfGroup} devices; POST commands/batch takes more`;
    throw fieldRefusal('invalid-input', { path: 'query.groupId', message });
  }
  const limiter = createLimiter(atOnce);
  const refusals: AppError[] = [];
  const receipts = await Promise.all(
    deviceIds.map((deviceId) =>
      limiter
        .run(() => send(caller, { ...command, deviceId }))
        .catch((error: unknown): GroupReceipts[number] => {
          if (!(error instanceof AppError)) throw error;
          refusals.push(error);
          const { id = 0, type = '', textChannel = false, description = null, attributes = {} } = command;
          const { code, message } = error;
          return {
            ...{ id, deviceId, type, textChannel, description, attributes, sentId: 0 },
            ...{ state: 'refused', code, message },
          };
        }),
    ),
  );
  if (refusals[0] && refusals.length === deviceIds.length) throw refusals[0];
  if (receipts.some((receipt) => receipt.blockId !== undefined)) await look();
  return receipts;
}
