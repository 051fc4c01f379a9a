import type {
  BatchBody,
  Command,
  CommandTypeEntry,
  CommandTypeQuery,
  SendCommand,
} from '@atalaia/contract/devices/command';
import type {
  BatchQuery,
  BatchResult,
  CommandReceipt,
  GroupReceipts,
  SentCommandQuery,
} from '@atalaia/contract/devices/sent-command';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { DeviceConnections } from '../../ingest/connection/device-connections.ts';
import type { Bus, LiveFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { LinkedParts } from '../../resources/linked/linked-service.ts';
import { type ActingUser, actingFor, type Caller } from '../../visibility/caller.ts';
import { textsMasked } from '../../visibility/device-password.ts';
import { createAwaitedOutcomes } from './awaited-outcomes.ts';
import { createBatchSending, sendToGroup } from './batch-sending.ts';
import { type BlockPoliciesService, createBlockPoliciesService } from './blocks/block-policies.ts';
import { type BlocksService, createBlocksService } from './blocks/blocks-service.ts';
import { createGate } from './blocks/gate.ts';
import type { PassPhrases } from './blocks/second-person.ts';
import { entryOf, typesFor } from './command-encoders.ts';
import { insertCommandEvents } from './command-events-queries.ts';
import { createDispatcher } from './dispatcher.ts';
import { describeHistory, findSaved } from './history-queries.ts';
import {
  createSavedCommandsService,
  isLimited,
  isReadable,
  type SavedCommandsService,
} from './saved-commands-resource.ts';
import { createSending } from './send-command.ts';
import { endOverdue, readCommandLimits } from './sent-commands-queries.ts';
import { findTargets, type Target } from './targets-queries.ts';
import { createWaitingCommands } from './waiting-commands.ts';

export interface CommandsParts extends LinkedParts {
  readonly bus: Pick<Bus, 'subscribe' | 'publish'>;
  /** The ways to the trackers. */
  readonly deviceConnections: Pick<
    DeviceConnections,
    'deliver' | 'protocolOf' | 'holdingOf' | 'settling' | 'onReceived' | 'onHeld'
  >;
  /** What owners say on the phone. */
  readonly passPhrases: PassPhrases;
  /** Absent where no SMS service is set up. */
  readonly channels: Pick<Channels, 'sendSms'>;
  /** Events as the live channel sends them. */
  describeEvents(ids: readonly number[], within: Kysely<Schema>): Promise<readonly LiveFragment[]>;
  /** What could not be sent behind a request's back; it is tried again when its device is heard. */
  onFailure(error: unknown): void;
}

export interface CommandsService {
  readonly blocks: BlocksService;
  readonly blockPolicies: BlockPoliciesService;
  readonly saved: SavedCommandsService;
  /** What can be sent to a device, or at all (CMD-01). */
  types(caller: Caller, query: CommandTypeQuery): Promise<readonly CommandTypeEntry[]>;
  /** Saved commands that can be sent to a device. */
  sendable(caller: Caller, deviceId: number): Promise<readonly Command[]>;
  /** What was sent, and what became of it. */
  history(caller: Caller, query: SentCommandQuery): JsonRows;
  send(caller: Caller, command: SendCommand): Promise<CommandReceipt>;
  /** To each device of a group; throws where all refuse, the first refusal. */
  sendToGroup(
    caller: Caller,
    command: Omit<SendCommand, 'deviceId'>,
    groupId: number,
  ): Promise<GroupReceipts>;
  /** A saved command to a device, by the right that its user has now; the block's rules hold as if he had sent it. */
  carryOut(order: {
    readonly userId: number;
    readonly deviceId: number;
    readonly commandId: number;
  }): Promise<void>;
  sendBatch(caller: Caller, body: BatchBody, query: BatchQuery): Promise<readonly BatchResult[]>;
  /** Before the first tracker is heard: which devices have commands that wait for them. */
  start(): Promise<void>;
  /** Sends what any process queued for devices whose connection is here. For `every`. */
  lookForQueued(): Promise<void>;
  /** Ends what waited for too long, for its device or for an answer. */
  endOverdue(): Promise<void>;
}

export function createCommandsService(parts: CommandsParts): CommandsService {
  const { kysely, commit, visibility, linkWithin, deviceConnections, bus } = parts;
  const dispatch = createDispatcher({ ...parts, readLimits: readCommandLimits });
  const isHere = (deviceId: number) => deviceConnections.holdingOf(deviceId) !== undefined;
  const { settling } = deviceConnections;
  const room = createWaitingCommands({
    ...{ kysely, dispatch, isHere, settling, onFailure: parts.onFailure },
    tellOthers: (deviceIds) => bus.publish('commandsQueued', { deviceIds }),
  });
  deviceConnections.onReceived(room.messageReceived);
  deviceConnections.onHeld(room.messageReceived);
  // sooner than its next look
  bus.subscribe('commandsQueued', ({ deviceIds }) => {
    if (deviceIds.some(isHere)) room.look().catch(parts.onFailure);
  });
  // a fix that is stored may make a block safe that waits for one
  bus.subscribe('positions', (positions) => {
    for (const { deviceId } of positions) room.messageReceived(deviceId);
  });

  const protocolOf = ({ id, protocol }: Target) => deviceConnections.protocolOf(id) ?? protocol ?? undefined;
  const awaitOutcomes = createAwaitedOutcomes({ kysely, isHere });
  const gate = createGate({ kysely, phrases: parts.passPhrases, describeEvents: parts.describeEvents });
  const sendingParts = { kysely, commit, room, awaitOutcomes, protocolOf, gate };

  async function requireTarget(caller: ActingUser, deviceId: number): Promise<Target> {
    const target = (await findTargets(kysely, caller, [deviceId])).get(deviceId);
    if (!target) throw notFound('device', deviceId);
    return target;
  }

  const sending = createSending({ ...sendingParts, requireTarget, channels: parts.channels });

  const blocks = createBlocksService({ ...parts, gate, sending, requireTarget });

  async function send(caller: ActingUser, command: SendCommand): Promise<CommandReceipt> {
    const receipt = await sending.send(caller, command);
    // what has left is on the wire for whoever asks next
    if (receipt.blockId !== undefined) await blocks.lookAtClock();
    return receipt;
  }

  return {
    blocks,
    blockPolicies: createBlockPoliciesService({ kysely, commit }),
    saved: createSavedCommandsService({ kysely, commit, visibility, linkWithin }),

    async types(caller, { deviceId, protocol, textChannel }) {
      const target = deviceId === undefined ? undefined : await requireTarget(caller, Number(deviceId));
      const spoken = target ? protocolOf(target) : protocol;
      return typesFor(spoken, textChannel === 'true').map(entryOf);
    },

    async sendable(caller, deviceId) {
      const target = await requireTarget(caller, deviceId);
      const saved = await findSaved(kysely, caller, deviceId);
      const protocol = protocolOf(target);
      return saved
        .filter(({ isLinked }) => isLinked || !isLimited(caller))
        .filter(({ type, textChannel }) =>
          (typesFor(protocol, textChannel) as readonly string[]).includes(type),
        )
        .map(({ isLinked: _, deviceId: own, madeBy, attributes, ...command }) => {
          const shown = isReadable(caller, madeBy) ? { ...attributes } : textsMasked(attributes);
          return { ...command, deviceId: own ?? 0, attributes: shown };
        });
    },

    async *history(caller, query) {
      if (query.deviceId !== undefined) await requireTarget(caller, Number(query.deviceId));
      yield await describeHistory(kysely, caller, query);
    },

    sendToGroup: (caller, command, groupId) =>
      sendToGroup({ kysely, send: sending.send, look: blocks.lookAtClock }, caller, command, groupId),

    send,
    async carryOut({ userId, deviceId, commandId: id }) {
      const caller = await actingFor(kysely, userId);
      if (!caller) throw notFound('user', userId);
      if (caller.user.readonly && !caller.administrator) {
        throw new AppError('account-readonly', 'this account may only read');
      }
      await send(caller, { id, deviceId });
    },
    sendBatch: createBatchSending(sendingParts),
    start: room.load,
    lookForQueued: room.look,
    endOverdue: createOverdueEnding(parts),
  };
}

/** A tracker that is connected answers within seconds; after this nobody waits for it any more, ms. */
export const answerPatienceMs = 15 * 60_000;

/** What was taken from the queue and is not said to have left after this never will: its process ended, ms. */
const patience = { answerMs: answerPatienceMs, leavingMs: 10_000, textMs: 120_000 };

interface OverdueParts {
  readonly commit: Commit;
  describeEvents(ids: readonly number[], within: Kysely<Schema>): Promise<readonly LiveFragment[]>;
}

/** Ends what is queued beyond its expiry and what nobody answered, publishes it, and writes it to the audit. */
function createOverdueEnding({ commit, describeEvents }: OverdueParts) {
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
