import { setTimeout } from 'node:timers';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { Dispatch } from './dispatcher.ts';
import { devicesWaitedFor } from './sent-commands-queries.ts';

/** Which devices have commands that wait for them, in memory: 20,000 that connect at once ask nothing of the database. */
export interface WaitingCommands {
  /** Reads which devices are waited for. */
  load(): Promise<void>;
  /** Sends what can leave now; `directIds` are commands whose person waits. Resolves when that is done. */
  send(deviceIds: readonly number[], directIds: readonly number[]): Promise<void>;
  /** A device reported: what waits for it goes out, without the caller waiting. */
  messageReceived(deviceId: number): void;
}

/** What waits for more than its device's connection is looked at only so often, ms. */
const againEveryMs = 1000;

export interface WaitingCommandsParts {
  readonly kysely: Kysely<Schema>;
  readonly dispatch: Dispatch;
  isPresent(deviceId: number): boolean;
  onFailure(error: unknown): void;
}

export function createWaitingCommands(parts: WaitingCommandsParts): WaitingCommands {
  const { kysely, dispatch } = parts;
  const waitedFor = new Set<number>();
  /** Devices that were looked at a moment ago, and whether they reported since. */
  const resting = new Map<number, { hasReported: boolean }>();
  const direct = new Set<number>();
  let asked = new Set<number>();
  let running: Promise<void> | undefined;

  const sendOnce = async (deviceIds: readonly number[]) => {
    for (const id of deviceIds) {
      waitedFor.add(id);
      if (parts.isPresent(id)) rest(id);
    }
    await dispatch(deviceIds, direct);
    const still = new Set(await devicesWaitedFor(kysely, deviceIds));
    // asked again meanwhile, it may have got another
    for (const id of deviceIds) if (!still.has(id) && !asked.has(id)) waitedFor.delete(id);
  };

  const sendAsked = async () => {
    try {
      while (asked.size > 0) {
        const deviceIds = [...asked];
        asked = new Set();
        await sendOnce(deviceIds);
      }
    } finally {
      for (const id of asked) waitedFor.add(id);
      asked = new Set();
      running = undefined;
    }
  };

  /** One at a time, so that the commands of a device leave in their order; all that is asked meanwhile is the next. */
  const run = (): Promise<void> => {
    // with nothing asked it would end before `running` is set, and `running` would never be cleared
    if (asked.size > 0) running ??= sendAsked();
    return running ?? Promise.resolve();
  };

  const messageReceived = (deviceId: number) => {
    if (!waitedFor.has(deviceId) || asked.has(deviceId)) return;
    const rested = resting.get(deviceId);
    if (rested) {
      rested.hasReported = true;
      return;
    }
    asked.add(deviceId);
    run().catch(parts.onFailure);
  };

  const rest = (deviceId: number) => {
    if (resting.has(deviceId)) return;
    const rested = { hasReported: false };
    resting.set(deviceId, rested);
    setTimeout(() => {
      resting.delete(deviceId);
      if (rested.hasReported) messageReceived(deviceId);
    }, againEveryMs).unref();
  };

  return {
    async load() {
      for (const id of await devicesWaitedFor(kysely)) waitedFor.add(id);
    },
    async send(deviceIds, directIds) {
      for (const id of deviceIds) asked.add(id);
      for (const id of directIds) direct.add(id);
      try {
        await run();
      } finally {
        for (const id of directIds) direct.delete(id);
      }
    },
    messageReceived,
  };
}
