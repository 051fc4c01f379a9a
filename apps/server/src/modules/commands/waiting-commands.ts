import { setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { Dispatch } from './dispatcher.ts';
import { devicesWaitedFor, readQueuedSince } from './sent-commands-queries.ts';

/**
 * Which devices have commands that wait for them, in memory: 20,000 that connect at once ask nothing of the database.
 * What is queued, here or by another process, is found by looking.
 */
export interface WaitingCommands {
  /** Reads which devices are waited for. */
  load(): Promise<void>;
  /** Looks what was queued since the last look, and sends what can leave from here. For `every`. */
  look(): Promise<void>;
  /** Commands were just queued: sends what can leave from here. Resolves when that is done. */
  queued(deviceIds: readonly number[]): Promise<void>;
  /** A device reported: what waits for it goes out, without the caller waiting. */
  messageReceived(deviceId: number): void;
}

/** What waits for more than its device's connection is looked at only so often, ms. */
const againEveryMs = 1000;
/** A request waits so long for devices that have just signed in, ms. */
const signInPatienceMs = 2000;

export interface WaitingCommandsParts {
  readonly kysely: Kysely<Schema>;
  readonly dispatch: Dispatch;
  /** Commands can leave from here. */
  isHere(deviceId: number): boolean;
  /** Resolves when it is known whether they can, of a device that has just signed in here. */
  settling(deviceId: number): Promise<void> | undefined;
  onFailure(error: unknown): void;
  /** Commands were queued for devices whose connection may be another process's. */
  tellOthers?(deviceIds: readonly number[]): void;
}

export function createWaitingCommands(parts: WaitingCommandsParts): WaitingCommands {
  const { kysely, dispatch } = parts;
  const waitedFor = new Set<number>();
  /** Devices that were looked at a moment ago, and whether they reported since. */
  const resting = new Map<number, { hasReported: boolean }>();
  let since: string | undefined;
  let asked = new Set<number>();
  let running: Promise<void> | undefined;

  const sendOnce = async (deviceIds: readonly number[]) => {
    for (const id of deviceIds) {
      waitedFor.add(id);
      if (parts.isHere(id)) rest(id);
    }
    await dispatch(deviceIds);
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

  const readNew = async () => {
    const queued = await readQueuedSince(kysely, since);
    since = queued.since;
    for (const id of queued.deviceIds) waitedFor.add(id);
    return queued.deviceIds;
  };

  return {
    load: async () => void (await readNew()),
    async look() {
      for (const id of await readNew()) if (parts.isHere(id)) messageReceived(id);
      await running;
    },
    async queued(deviceIds) {
      const signingIn = deviceIds.flatMap((id) => parts.settling(id) ?? []);
      if (signingIn.length > 0) {
        await Promise.race([Promise.all(signingIn), sleep(signInPatienceMs, undefined, { ref: false })]);
      }
      for (const id of deviceIds) {
        if (parts.isHere(id)) asked.add(id);
        else waitedFor.add(id);
      }
      const elsewhere = deviceIds.filter((id) => !parts.isHere(id));
      if (elsewhere.length > 0) parts.tellOthers?.(elsewhere);
      await run();
    },
    messageReceived,
  };
}
