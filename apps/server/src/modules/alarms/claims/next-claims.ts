/**
 * "Assumir próximo" for whoever asks at one moment (DESK-04): they are served together, in the order in which they asked, so
 * that twenty cost little more than one, and none waits for the others' rows. Each is given the most urgent alarm that
 * nobody holds and he sees. What this look does not answer, such as where he sees none of the most urgent, is asked for
 * him alone; so is everything where somebody else stands in the way of all of them, such as who holds the key of one.
 */
import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { AppError } from '../../../errors/app-error.ts';
import { isConnectionError } from '../../../errors/database-errors.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Commit } from '../../../queries/commit.ts';
import {
  forSeveralRequests,
  type KeyedRequest,
  markTaken,
  requestInHand,
  takeKeys,
} from '../../../queries/idempotency.ts';
import type { Caller } from '../../../visibility/caller.ts';
import { actorOf, claimantOf } from '../acting.ts';
import { describeAlarms } from '../alarms-presenter.ts';
import {
  boundWaits,
  claimNext,
  claimSeveral,
  type FreeAlarm,
  findFree,
  type WantedSubject,
} from '../claims-queries.ts';

/** So many at most are served by one look, and so many of the most urgent are looked at beyond one for each. */
const mostAtOnce = 32;
const spare = 32;

/** Others who ask in the same moment are waited for while more of them come, at most so long, ms. */
const gatherStepMs = 2;
const gatherMs = 10;

interface Asking {
  readonly caller: Caller;
  readonly request: KeyedRequest | undefined;
  /** As if nobody else asked. */
  readonly alone: () => Promise<string>;
  readonly resolve: (json: string) => void;
  readonly reject: (error: unknown) => void;
}

/** What is chosen for each who asks, where the look answers it. */
export function chooseFor(
  userIds: readonly number[],
  free: readonly FreeAlarm[],
  sees: (userId: number, deviceId: number) => boolean,
): readonly (FreeAlarm | undefined)[] {
  const taken = new Set<number>();
  return userIds.map((userId) => {
    for (const alarm of free) {
      if (taken.has(alarm.subject)) continue;
      // whether he sees one of its many vehicles is not looked at here: it may be his
      if (alarm.isMassFault) return undefined;
      if (alarm.onlyUserIds && !alarm.onlyUserIds.includes(userId)) continue;
      if (alarm.deviceId !== null && !sees(userId, alarm.deviceId)) continue;
      taken.add(alarm.subject);
      return alarm;
    }
    return undefined;
  });
}

/** Gives the alarm as JSON, or null. */
export function createNextClaims({
  kysely,
  commit,
}: {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
}): (caller: Caller) => Promise<string> {
  const waiting: Asking[] = [];
  let isServing = false;

  async function claimAlone(caller: Caller): Promise<string> {
    const id = await commit(async (transaction, publish) => {
      const claimed = await claimNext(transaction, caller, claimantOf(caller), actorOf(caller));
      if (claimed) publish('alarms', { alarmIds: claimed.changed });
      return claimed?.id;
    });
    return id === undefined ? 'null' : describeAlarms(kysely, caller, [id]);
  }

  async function choose(asking: readonly Asking[]): Promise<Map<Asking, FreeAlarm>> {
    const userIds = asking.map(({ caller }) => caller.userId);
    const free = await findFree(kysely, asking.length + spare, userIds);
    const seen = new Map(free.map(({ deviceId, seenBy }) => [deviceId, new Set(seenBy)]));
    const chosen = chooseFor(userIds, free, (userId, deviceId) => seen.get(deviceId)?.has(userId) === true);
    return new Map(asking.flatMap((one, place) => (chosen[place] ? [[one, chosen[place]] as const] : [])));
  }

  /** Returns those whom it did not serve. */
  async function serve(asking: readonly Asking[]): Promise<readonly Asking[]> {
    const chosen = await choose(asking);
    if (chosen.size === 0) return asking;
    const given = await commit(async (transaction, publish) => {
      await boundWaits(transaction);
      const keyed = [...chosen.keys()].flatMap(({ request }) => request ?? []);
      const keys = await takeKeys(transaction, keyed);
      const wanted = [...chosen].flatMap(([{ caller, request }, { subject }]): WantedSubject[] =>
        request && !keys.has(request) ? [] : [{ subject, ...claimantOf(caller), address: caller.address }],
      );
      const changed = await claimSeveral(transaction, wanted);
      if (changed.length > 0) publish('alarms', { alarmIds: changed.map(({ id }) => id) });
      return { keys, changed };
    });
    const left = asking.filter((one) => !chosen.has(one));
    for (const [one, { id, subject }] of chosen) {
      const his = given.changed.filter((row) => row.subject === subject && row.userId === one.caller.userId);
      const claimed = his.find((row) => row.id === id) ?? his[0];
      if (one.request && given.keys.has(one.request)) markTaken(one.request);
      if (claimed) one.resolve(claimed.json);
      else if (one.request && !given.keys.has(one.request))
        one.reject(new AppError('already-received', 'a request with this key was received before'));
      else left.push(one);
    }
    return left;
  }

  async function gather(): Promise<void> {
    const end = performance.now() + gatherMs;
    let before: number;
    do {
      before = waiting.length;
      await sleep(gatherStepMs);
    } while (waiting.length > before && waiting.length < mostAtOnce && performance.now() < end);
  }

  async function serveAll(): Promise<void> {
    while (waiting.length > 0) {
      await gather();
      const asking = waiting.splice(0, mostAtOnce);
      try {
        for (const { alone, resolve, reject } of await serve(asking)) alone().then(resolve, reject);
      } catch (error) {
        for (const { alone, resolve, reject } of asking) {
          // it may have been committed: nobody is given a second one
          if (isConnectionError(error)) reject(error);
          // rolled back: what stood in the way of one is only his
          else alone().then(resolve, reject);
        }
      }
    }
    isServing = false;
  }

  return (caller) =>
    new Promise((resolve, reject) => {
      const alone = AsyncResource.bind(() => claimAlone(caller));
      waiting.push({ caller, request: requestInHand(), alone, resolve, reject });
      if (isServing) return;
      isServing = true;
      void forSeveralRequests(serveAll);
    });
}
