/**
 * Takes commands from the queue to the connections of their devices. A command is marked as sent, and that committed,
 * before its bytes leave: whatever fails after that, it never leaves twice (CMD-07).
 */
import type { Kysely } from 'kysely';
import type { Delivery, DeviceConnections } from '../../ingest/connection/device-connections.ts';
import type { LiveFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Commit } from '../../queries/commit.ts';
import { encoderOf } from './command-encoders.ts';
import { type CommandEvent, insertCommandEvents } from './command-events-queries.ts';
import type { CommandLimits } from './command-limits.ts';
import { blockHindrance } from './safe-block.ts';
import {
  claimQueued,
  markFailed,
  markSent,
  markUnsent,
  type QueuedCommand,
} from './sent-commands-queries.ts';

export interface DispatcherParts {
  readonly commit: Commit;
  readonly deviceConnections: Pick<DeviceConnections, 'deliver' | 'protocolOf'>;
  readLimits(within: Kysely<Schema>): Promise<CommandLimits>;
  /** Events as the live channel sends them. */
  describeEvents(ids: readonly number[], within: Kysely<Schema>): Promise<readonly LiveFragment[]>;
}

/** Sends what waits for these devices and can leave now. `direct` names those that are sent while their person waits. */
export type Dispatch = (deviceIds: readonly number[], direct: ReadonlySet<number>) => Promise<void>;

export function createDispatcher(parts: DispatcherParts): Dispatch {
  const { commit, deviceConnections } = parts;

  const claim = (deviceIds: readonly number[]) =>
    commit(async (transaction) => {
      const queued = await claimQueued(transaction, deviceIds);
      if (queued.length === 0) return [];
      const leaving = withoutUnsafe(queued, await parts.readLimits(transaction), Date.now());
      const silent = leaving.filter(({ type, target }) => {
        const types: readonly string[] =
          encoderOf(deviceConnections.protocolOf(target.id))?.silentTypes ?? [];
        return types.includes(type);
      });
      await markSent(transaction, idsOf(leaving), idsOf(silent));
      return leaving;
    });

  const deliver = ({ type, attributes, target }: QueuedCommand): Delivery => {
    const { id: deviceId, uniqueId, settings } = target;
    return deviceConnections.deliver({ deviceId, uniqueId, settings, type, attributes });
  };

  return async (deviceIds, direct) => {
    const present = deviceIds.filter((id) => deviceConnections.protocolOf(id) !== undefined);
    if (present.length === 0) return;
    const claimed = await claim(present);
    const ended = claimed.map((command) => ({ command, delivery: deliver(command) }));
    const unsent = ended.filter(({ delivery }) => delivery.kind === 'away').map(({ command }) => command);
    const events = ended.flatMap(({ command, delivery }) =>
      eventsOf(command, delivery, direct.has(command.id)),
    );
    if (unsent.length + events.length === 0) return;
    await commit(async (transaction, publish) => {
      await markUnsent(transaction, idsOf(unsent));
      for (const { commandId, state, reason } of events) {
        if (state === 'failed') await markFailed(transaction, commandId, reason ?? 'refused');
      }
      if (events.length === 0) return;
      const eventIds = await insertCommandEvents(transaction, events);
      publish('events', await parts.describeEvents(eventIds, transaction));
    });
  };
}

const idsOf = (commands: readonly QueuedCommand[]) => commands.map(({ id }) => id);

/** Who waits for the answer of his request needs no event of its being sent. */
function eventsOf(command: QueuedCommand, delivery: Delivery, isDirect: boolean): CommandEvent[] {
  if (delivery.kind === 'away' || (delivery.kind === 'sent' && isDirect)) return [];
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
  return queued.filter(({ type, confirmation, target }) => {
    const isUnsafe =
      type === 'engineStop' && confirmation === null && blockHindrance(target.lastFix, limits, nowMs);
    if (isUnsafe) unsafeIds.add(target.id);
    return !unsafeIds.has(target.id);
  });
}
