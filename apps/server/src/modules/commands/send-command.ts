import type { SendCommand } from '@atalaia/contract/devices/command';
import type { CommandReceipt } from '@atalaia/contract/devices/sent-command';
import { engineEffect } from '@atalaia/protocols/engine-effect';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { ActingUser } from '../../visibility/caller.ts';
import { textsMasked } from '../../visibility/device-password.ts';
import type { AwaitOutcomes } from './awaited-outcomes.ts';
import type { BlockCommand } from './blocks/blocks-queries.ts';
import type { Gate, Passed } from './blocks/gate.ts';
import { encoderOf, typesFor } from './command-encoders.ts';
import type { CommandLimits } from './command-limits.ts';
import { readParameters, requireEnabled, requireSupported } from './command-refusals.ts';
import { findSaved } from './history-queries.ts';
import { isLimited, isReadable } from './saved-commands-resource.ts';
import {
  markFailed,
  markLeft,
  type NewCommand,
  type Outcome,
  queueCommands,
  readCommandLimits,
  takeQueued,
} from './sent-commands-queries.ts';
import type { Target } from './targets-queries.ts';
import type { WaitingCommands } from './waiting-commands.ts';

export interface SendingParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly room: Pick<WaitingCommands, 'queued'>;
  readonly awaitOutcomes: AwaitOutcomes;
  /** What the device speaks now, or spoke last; undefined when it never did. */
  protocolOf(target: Target): string | undefined;
  /** In front of every command that blocks or releases. */
  readonly gate: Gate;
}

export interface SingleParts extends SendingParts {
  readonly channels: Pick<Channels, 'sendSms'>;
  requireTarget(caller: ActingUser, deviceId: number): Promise<Target>;
}

/** What is to be sent, of a request or of the saved command that it names. */
export interface CommandRequest {
  /** Of the saved one; 0 for none. */
  readonly id: number;
  readonly type: string;
  readonly textChannel: boolean;
  readonly description: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Others saved it, and he may not read it. */
  readonly hasHiddenTexts?: boolean;
  /** Why a block is sent though it may not be safe. */
  readonly confirmation: string | null;
}

/** Sends one command to one device (CMD-05, CMD-06, CMD-07). */
export function createSending(parts: SingleParts) {
  const { kysely, commit, room, channels } = parts;

  async function sendByText(sentId: number, phone: string, text: string): Promise<void> {
    // before it leaves: a text whose sending ends unheard of is never sent again
    const taken = await commit((transaction) =>
      takeQueued(transaction, [{ id: sentId, claim: null, isSilent: true }]),
    );
    if (!taken.has(sentId)) return;
    try {
      await channels.sendSms?.(phone, text);
      await commit((transaction) => markLeft(transaction, [sentId]));
    } catch (error) {
      await commit((transaction) => markFailed(transaction, sentId, 'sms-not-sent'));
      if (!(error instanceof DeliveryFailed)) throw error;
      throw new AppError('sms-not-sent', 'the SMS service did not take the message', { sentId });
    }
  }

  /** To the connection of its tracker, or to its phone: after the commit that queued it. */
  async function leave(sentId: number, target: Target, command: BlockCommand): Promise<void> {
    if (!command.textChannel) return room.queued([target.id]);
    await sendByText(sentId, target.phone ?? '', wordsOf(command, target, parts.protocolOf(target)) ?? '');
  }

  async function send(caller: ActingUser, command: SendCommand): Promise<CommandReceipt> {
    const target = await parts.requireTarget(caller, command.deviceId);
    const asked = await commandRequestOf(kysely, caller, command);
    const request = { ...asked, attributes: readParameters(asked.type, asked.attributes) };
    requireEnabled(target);
    const protocol = parts.protocolOf(target);
    requireSupported(request.type, typesFor(protocol, request.textChannel));
    const limits = await readCommandLimits(kysely);
    const { phone } = target;
    if (request.textChannel && !channels.sendSms)
      throw new AppError('sms-not-set-up', 'no SMS service is set up');
    if (request.textChannel && !phone) throw new AppError('device-without-phone', 'the device has no phone');
    wordsOf(request, target, protocol);

    const spoken = command.block?.passPhrase ?? command.release?.passPhrase;
    const heard = await parts.gate.hear(caller, target.id, spoken);
    const { sentId, passed } = await commit(async (transaction, publish) => {
      const effect = engineEffect(protocol, request, target.settings);
      const { confirmation } = request;
      const passed =
        effect &&
        (await parts.gate.pass(transaction, publish, caller, {
          ...{ effect, target, confirmation, command: commandOf(request), mayWait: true },
          block: command.block,
          release: command.release,
          heard,
        }));
      const { type, textChannel } = request;
      const ofBlock = passed ? { blockId: passed.blockId } : {};
      const details = {
        ...{ deviceId: target.id, type, textChannel, ...ofBlock },
        ...(confirmation ? { confirmation } : {}),
      };
      const audit = { action: 'send', noun: 'command', details } as const;
      if (passed && passed.state !== 'go') {
        await writeAudit(transaction, caller, { ...audit, action: 'ask' });
        return { sentId: 0, passed };
      }
      const sentId = await queueOne(
        transaction,
        target.id,
        newCommandOf(caller, request, limits, null, passed),
      );
      if (passed) await parts.gate.queued(transaction, passed.blockId, sentId);
      await writeAudit(transaction, caller, { ...audit, objectId: sentId });
      return { sentId, passed };
    });
    const receipt = receiptOf(request, target.id);
    if (passed && passed.state !== 'go') {
      return { ...receipt, sentId, state: passed.state, blockId: passed.blockId };
    }
    await leave(sentId, target, request);
    const outcome = await outcomeOf(parts, sentId, target.id, request.type);
    return { ...receipt, sentId, state: outcome.state, ...(passed ? { blockId: passed.blockId } : {}) };
  }

  return { send, leave };
}

export const commandOf = ({ type, textChannel, description, attributes }: BlockCommand): BlockCommand => ({
  ...{ type, textChannel, description, attributes },
});

export async function queueOne(
  transaction: Kysely<Schema>,
  deviceId: number,
  command: NewCommand,
): Promise<number> {
  const [queued] = await queueCommands(transaction, [deviceId], command);
  if (!queued) throw new Error('a command that was queued came back without its number');
  return queued.id;
}

function receiptOf(request: CommandRequest, deviceId: number) {
  const { confirmation: _, hasHiddenTexts, ...rest } = request;
  const shown = hasHiddenTexts ? { ...rest, attributes: textsMasked(rest.attributes) } : rest;
  return { ...shown, deviceId };
}

/** What became of it by now. Throws what the tracker's protocol refused. */
export async function outcomeOf(
  { awaitOutcomes }: Pick<SendingParts, 'awaitOutcomes'>,
  sentId: number,
  deviceId: number,
  type: string,
): Promise<Outcome> {
  const outcome = (await awaitOutcomes([sentId])).get(sentId);
  // a device that is removed takes its commands with it
  if (!outcome) throw notFound('device', deviceId);
  if (outcome.state === 'failed') {
    throw new AppError('command-not-supported', `the tracker takes no such ${type}`, {
      sentId,
      reason: outcome.reason,
    });
  }
  return outcome;
}

/** Who may only send what is saved for him names one of those; anybody else may name any that he sees (ROLE-06). */
async function commandRequestOf(
  db: Kysely<Schema>,
  caller: ActingUser,
  command: SendCommand,
): Promise<CommandRequest> {
  const { id = 0, deviceId } = command;
  const confirmation = command.confirmation?.reason ?? null;
  const [saved] = id ? await findSaved(db, caller, deviceId, id) : [];
  if (isLimited(caller) && !saved?.isLinked) {
    throw new AppError('commands-limited', 'this account may only send the commands saved for it');
  }
  if (id) {
    if (!saved) throw notFound('command', id);
    if (saved.deviceId !== null && saved.deviceId !== deviceId) {
      throw fieldRefusal('invalid-input', {
        path: 'deviceId',
        message: 'is not the device of the saved command',
      });
    }
    const { type, textChannel, description, attributes, madeBy } = saved;
    return {
      id,
      hasHiddenTexts: !isReadable(caller, madeBy),
      type,
      textChannel,
      description,
      attributes,
      confirmation,
    };
  }
  if (!command.type) throw fieldRefusal('invalid-input', { path: 'type', message: 'is required' });
  const { type, textChannel = false, description = null, attributes = {} } = command;
  return { id: 0, type, textChannel, description, attributes, confirmation };
}

/** The command as its protocol's SMS; undefined where the protocol is not known yet. Throws what it cannot say. */
function wordsOf(
  { type, attributes }: Pick<CommandRequest, 'type' | 'attributes'>,
  target: Target,
  protocol: string | undefined,
): string | undefined {
  const encoder = encoderOf(protocol);
  // a protocol without commands, or none yet: a text goes as it was typed
  if (!encoder) return type === 'custom' ? String(attributes.data) : undefined;
  const { uniqueId, settings } = target;
  const said = encoder.text({ type, attributes }, { uniqueId, settings, session: {}, nowMs: Date.now() });
  if ('text' in said) return said.text;
  throw fieldRefusal('invalid-input', { path: 'attributes', message: said.error.message });
}

export function newCommandOf(
  { userId, user }: { readonly userId: number | null; readonly user: { readonly name: string } },
  { type, textChannel, description, attributes, confirmation }: Omit<CommandRequest, 'id'>,
  limits: CommandLimits,
  batchId: string | null,
  passed?: Pick<Passed, 'blockId' | 'limits' | 'expiryMs'>,
): NewCommand {
  const expiryMs = passed?.expiryMs ?? limits.commandExpiryMs;
  const who = { userId, userName: user.name, batchId };
  const ofBlock = passed ? { blockId: passed.blockId, blockLimits: passed.limits } : {};
  return { ...who, type, textChannel, description, attributes, confirmation, expiryMs, ...ofBlock };
}
