/**
 * Takes commands from the queue to the connections of their devices, whichever process queued them. A command is marked
 * as sent, and that committed, before its bytes leave: whatever fails after that, it never leaves twice (CMD-07).
 */
import type { Kysely } from 'kysely';
import type { Delivery, DeviceConnections } from '../../ingest/connection/device-connections.ts';
import type { LiveFragment } from '../../platform/bus/bus.ts';
import { retryWhileAway } from '../../platform/db/connection/retry-while-away.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Commit } from '../../queries/commit.ts';
import { fixFigures } from './blocks/policy.ts';
import { encoderOf } from './command-encoders.ts';
import { type CommandEvent, insertCommandEvents } from './command-events-queries.ts';
import type { CommandLimits } from './command-limits.ts';
import { blockHindrance } from './safe-block.ts';
import {
  markFailed,
  markLeft,
  markUnsent,
  type QueuedCommand,
  readQueued,
  takeQueued,
} from './sent-commands-queries.ts';

export interface DispatcherParts {
  readonly commit: Commit;
  readonly deviceConnections: Pick<DeviceConnections, 'deliver' | 'protocolOf' | 'holdingOf'>;
  /** Between taking a command and sending it, ms; a process that was stopped meanwhile sends nothing. */
  readonly leavingPatienceMs?: number;
  readLimits(within: Kysely<Schema>): Promise<CommandLimits>;
  /** Events as the live channel sends them. */
  describeEvents(ids: readonly number[], within: Kysely<Schema>): Promise<readonly LiveFragment[]>;
}

/** Sends what waits for these devices and can leave now, on connections of this process. */
export type Dispatch = (deviceIds: readonly number[]) => Promise<void>;

/** Half of the time after which another process takes it for interrupted (`commands-service.ts`). */
const defaultLeavingPatienceMs = 5_000;
/** So long the outcome waits for a database that is away. */
const longestWriteMs = 60_000;

interface Taken {
  readonly command: QueuedCommand;
  /** A request waits for the outcome. */
  readonly isAwaited: boolean;
}

export function createDispatcher(parts: DispatcherParts): Dispatch {
  const { commit, deviceConnections, leavingPatienceMs = defaultLeavingPatienceMs } = parts;

  const isSilent = ({ type, target }: QueuedCommand): boolean => {
    const types: readonly string[] = encoderOf(deviceConnections.protocolOf(target.id))?.silentTypes ?? [];
    return types.includes(type);
  };

  const take = (deviceIds: readonly number[]): Promise<readonly Taken[]> =>
    commit(async (transaction) => {
      const queued = await readQueued(transaction, deviceIds);
      if (queued.length === 0) return [];
      const leaving = withoutUnsafe(queued, await parts.readLimits(transaction), Date.now());
      const taking = leaving.flatMap((command) => {
        const holding = deviceConnections.holdingOf(command.target.id);
        if (!holding) return [];
        const claim = holding.kind === 'connection' ? holding.claim : null;
        return { id: command.id, claim, isSilent: isSilent(command) };
      });
      const taken = await takeQueued(transaction, taking);
      return leaving.flatMap((command) => {
        const own = taken.get(command.id);
        return own ? { command, ...own } : [];
      });
    });

  const deliver = ({ type, attributes, target }: QueuedCommand, untilMs: number): Delivery => {
    if (performance.now() > untilMs) {
      return { kind: 'refused', code: 'interrupted', message: 'it was too late to send it' };
    }
    const { id: deviceId, uniqueId, settings } = target;
    return deviceConnections.deliver({ deviceId, uniqueId, settings, type, attributes });
  };

  const writeOutcomes = (ended: readonly (Taken & { readonly delivery: Delivery })[]) =>
    commit(async (transaction, publish) => {
      const of = (kind: Delivery['kind']) =>
        ended.filter(({ delivery }) => delivery.kind === kind).map(({ command }) => command.id);
      await markLeft(transaction, of('sent'));
      await markUnsent(transaction, of('away'));
      const events = ended.flatMap(eventsOf);
      for (const { commandId, state, reason } of events) {
        if (state === 'failed') await markFailed(transaction, commandId, reason ?? 'refused');
      }
      if (events.length === 0) return;
      const eventIds = await insertCommandEvents(transaction, events);
      publish('events', await parts.describeEvents(eventIds, transaction));
    });

  return async (deviceIds) => {
    const held = deviceIds.filter((id) => deviceConnections.holdingOf(id) !== undefined);
    if (held.length === 0) return;
    const untilMs = performance.now() + leavingPatienceMs;
    const taken = await take(held);
    if (taken.length === 0) return;
    const ended = taken.map((one) => ({ ...one, delivery: deliver(one.command, untilMs) }));
    await retryWhileAway(() => writeOutcomes(ended), { forMs: longestWriteMs });
  };
}

/** Who waits for the answer of his request needs no event of its being sent. */
function eventsOf({ command, delivery, isAwaited }: Taken & { readonly delivery: Delivery }): CommandEvent[] {
  if (delivery.kind === 'away' || (delivery.kind === 'sent' && isAwaited)) return [];
  const about = { deviceId: command.target.id, commandId: command.id, commandType: command.type };
  return delivery.kind === 'sent'
    ? [{ ...about, type: 'queuedCommandSent', state: 'sent', reason: null }]
    : [{ ...about, type: 'commandResult', state: 'failed', reason: delivery.code }];
}

/**
 * A block that was safe when it was queued may not be so when its vehicle is heard again: unless it was confirmed, it
 * waits for a fix that says so, and what was queued behind it for the same device waits with it, so that the order
 * stays.
 */
export function withoutUnsafe(
  queued: readonly QueuedCommand[],
  limits: CommandLimits,
  nowMs: number,
): readonly QueuedCommand[] {
  const unsafeIds = new Set<number>();
  return queued.filter((command) => {
    if (command.isBlock && !mayLeave(command, limits, nowMs)) unsafeIds.add(command.target.id);
    return !unsafeIds.has(command.target.id);
  });
}

/** A policy's limits are lifted by no confirmation (BLOCK-01); the server's are (CMD-07). */
function mayLeave(
  { confirmation, blockLimits, ignition, target }: QueuedCommand,
  limits: CommandLimits,
  nowMs: number,
): boolean {
  if (confirmation === null && blockHindrance(target.lastFix, limits, nowMs)) return false;
  if (!blockLimits) return true;
  const { speedKph, fixAgeSeconds } = fixFigures(target.lastFix, nowMs);
  if (speedKph === null || fixAgeSeconds === null) return false;
  if (blockLimits.ignitionOff && ignition !== false) return false;
  return speedKph <= blockLimits.maxSpeedKph && fixAgeSeconds <= blockLimits.maxFixAgeSeconds;
}
