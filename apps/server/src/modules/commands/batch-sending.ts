import { randomUUID } from 'node:crypto';
import type { BatchBody } from '@atalaia/contract/devices/command';
import type { BatchQuery, BatchResult } from '@atalaia/contract/devices/sent-command';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Caller } from '../../visibility/caller.ts';
import { typesFor } from './command-encoders.ts';
import type { CommandLimits } from './command-limits.ts';
import { readCommandLimits } from './command-limits-queries.ts';
import { requireEnabled, requireSupported } from './command-refusals.ts';
import { isLimited } from './saved-commands-resource.ts';
import { type CommandRequest, newCommandOf, requireSafe, type SendingParts } from './sending.ts';
import { queueCommands } from './sent-commands-queries.ts';
import { devicesInGroups, findGroups, findTargets, type Target } from './targets-queries.ts';

/** Devices of one batch. */
const mostDevices = 10_000;

/** Sends one command to many devices, and says of each what became of it (CMD-04). */
export function createBatchSending({ kysely, commit, room, awaitOutcomes, protocolOf }: SendingParts) {
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

  function judged(target: Target, requested: CommandRequest, limits: CommandLimits): BatchResult | undefined {
    try {
      requireEnabled(target);
      requireSupported(requested.type, typesFor(protocolOf(target), false));
      requireSafe(requested, target, limits);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, details } = error;
      return { deviceId: target.id, state: 'refused', code, ...(details ? { details } : {}) };
    }
  }

  return async (caller: Caller, body: BatchBody, query: BatchQuery): Promise<readonly BatchResult[]> => {
    if (isLimited(caller)) {
      throw new AppError('commands-limited', 'this account may only send the commands saved for it');
    }
    const requested = commandRequestOf(body);
    const targets = await targetsOf(caller, namedIn(body, query));
    const limits = await readCommandLimits(kysely);
    const refused = targets.flatMap((target) => judged(target, requested, limits) ?? []);
    const refusedIds = new Set(refused.map(({ deviceId }) => deviceId));
    const deviceIds = targets.map(({ id }) => id).filter((id) => !refusedIds.has(id));

    const batchId = randomUUID();
    const queued = await commit(async (transaction) => {
      const command = newCommandOf(caller, requested, limits, batchId);
      const rows = await queueCommands(transaction, deviceIds, command);
      const { type, confirmation } = requested;
      const counts = { batchId, devices: rows.length, refused: refused.length };
      const details = { type, ...counts, ...(confirmation ? { confirmation } : {}) };
      await writeAudit(transaction, caller, { action: 'send-batch', noun: 'command', details });
      return rows;
    });
    const sentIds = queued.map(({ id }) => id);
    await room.queued(deviceIds);
    const outcomes = await awaitOutcomes(sentIds);
    const sent = queued.flatMap(({ id, deviceId }): BatchResult[] => {
      const outcome = outcomes.get(id);
      return outcome ? [{ deviceId, state: outcome.state, sentId: id, batchId }] : [];
    });
    return [...sent, ...refused].sort((one, other) => one.deviceId - other.deviceId);
  };
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
