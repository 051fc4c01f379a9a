import {
  type Comparison,
  comparedSystems,
  type DifferenceQuery,
  type IgnoreDifferences,
  type ComparedSystem as SystemName,
  type TakenSides,
  type TakeSides,
} from '@atalaia/contract/providers/reconciliation';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../../errors/app-error.ts';
import { LeaseLost } from '../../errors/job-errors.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { HeldLease, Leases } from '../../platform/db/leases/leases.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { jsonList } from '../../queries/page.ts';
import { type ComparedSystem, refused, type TakeOutcome } from '../../resources/compared-system.ts';
import { actingFor, type Caller, mayWriteDevices, type UserRow } from '../../visibility/caller.ts';
import {
  beginComparison,
  beginNextTake,
  countDifferences,
  describeDifferences,
  endComparison,
  endTake,
  endUnsureTakes,
  findDifferences,
  findDueReading,
  findNamedUsers,
  findOrdered,
  noteReading,
  orderTakes,
  type Place,
  readComparison,
  refuseOrdered,
  storePairs,
  writeComparison,
  writeIgnoredDifferences,
} from './differences-queries.ts';

export interface DifferencesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly leases: Leases;
  readonly systems: Readonly<Record<SystemName, ComparedSystem>>;
  readonly log: Pick<Logger, 'error'>;
}

export type DifferencesService = ReturnType<typeof createDifferences>;

export function createDifferences(parts: DifferencesParts) {
  const { kysely, commit, systems, log } = parts;
  const stopping = new AbortController();
  const work = createDifferencesWork(parts, stopping.signal);
  const underWay = new Set<Promise<void>>();

  /** Goes on behind the answer; what fails is tried again by the job. */
  function behind(promise: Promise<void>): void {
    const noted = promise
      .catch((err: unknown) => {
        if (!stopping.signal.aborted) log.error({ err }, 'differences could not be worked at');
      })
      .finally(() => underWay.delete(noted));
    underWay.add(noted);
  }

  async function comparisons(caller: Caller): Promise<Comparison[]> {
    const counts = await countDifferences(kysely, caller);
    const none = { onlyHere: 0, onlyThere: 0, fields: 0, ignored: 0, taking: 0, refused: 0 };
    return Promise.all(
      comparedSystems.map(async (system): Promise<Comparison> => {
        const hasAccount = systems[system].hasAccount(caller.user);
        const row = await readComparison(kysely, { userId: caller.userId, system });
        const { isReading, readAt, failure } = await systems[system].reading(caller.user);
        const isAsked =
          row !== undefined && (!row.started_at || Date.parse(row.started_at) < Date.parse(row.requested_at));
        const isBehind = readAt !== null && (!row?.read_at || Date.parse(readAt) > Date.parse(row.read_at));
        return {
          ...{ system, hasAccount, failure: hasAccount ? failure : null },
          isReading: hasAccount && (isReading || isAsked || isBehind),
          comparedAt: row?.read_at ? new Date(row.read_at).toISOString() : null,
          ...(counts.get(system) ?? none),
        };
      }),
    );
  }

  return {
    comparisons,
    async list(caller: Caller, query: DifferenceQuery) {
      const page = await findDifferences(kysely, caller, query);
      return jsonList(page, (ids) => describeDifferences(kysely, ids));
    },
    /** Has the other systems read anew. */
    async compare(caller: Caller): Promise<Comparison[]> {
      for (const system of comparedSystems) {
        if (!systems[system].hasAccount(caller.user)) continue;
        await commit((transaction) => writeComparison(transaction, { userId: caller.userId, system }, true));
        behind(work.look({ userId: caller.userId, system }, caller.user));
      }
      return comparisons(caller);
    },
    ignore: (caller: Caller, input: IgnoreDifferences): Promise<number> =>
      commit(async (transaction) => {
        const changed = await writeIgnoredDifferences(transaction, caller, caller.user.name, input);
        const details = { differences: input.reason === null ? 'shown' : 'ignored', count: changed };
        await writeAudit(transaction, caller, { action: 'update', noun: 'fleetControl', details });
        return changed;
      }),
    /** What is ordered is written behind the answer, one after the other. */
    async take(caller: Caller, wish: TakeSides): Promise<TakenSides> {
      if (!mayWriteDevices(caller))
        throw new AppError('devices-readonly', 'this account may not change devices');
      const { queued, asked } = await commit((transaction) => orderTakes(transaction, caller, wish));
      if ('all' in wish && wish.count !== undefined && wish.count !== asked)
        throw new AppError('list-changed', `${asked} differences fit by now: no side was taken`);
      if (queued > 0)
        for (const system of comparedSystems) behind(work.takeOrdered({ userId: caller.userId, system }));
      return { queued, left: asked - queued };
    },
    /** Reads what is due, compares what was read, goes on with what was ordered. */
    async work(): Promise<void> {
      for (const user of await findNamedUsers(kysely)) {
        for (const system of comparedSystems) {
          if (systems[system].hasAccount(user)) await work.look({ userId: user.id, system }, user);
        }
      }
      for (const place of await findOrdered(kysely)) await work.takeOrdered(place);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

function createDifferencesWork({ kysely, systems, leases, log }: DifferencesParts, signal: AbortSignal) {
  /** Until the reading is there it counts as asked for, so that nobody takes the last one for what he asked for. */
  async function beginReading(place: Place, user: UserRow): Promise<void> {
    const due = await findDueReading(kysely, place);
    if (!due) return;
    try {
      await systems[place.system].startReading(user);
    } finally {
      await noteReading(kysely, place, due);
    }
  }

  async function compare(place: Place, user: UserRow, readAt: string, lease: HeldLease): Promise<void> {
    const number = await beginComparison(kysely, place);
    const written = (work: (within: Kysely<Schema>) => Promise<void>) =>
      kysely.transaction().execute(async (transaction) => {
        await work(transaction);
        await lease.requireWithin(transaction);
      });
    for await (const pairs of systems[place.system].pairs(user)) {
      lease.signal.throwIfAborted();
      if (pairs.length > 0) await written((within) => storePairs(within, place, number, pairs));
    }
    // another reading may have begun meanwhile, whose records are of two readings
    const { isReading, readAt: now } = await systems[place.system].reading(user);
    if (isReading || now !== readAt) return;
    await written((within) => endComparison(within, place, number, readAt));
  }

  async function takeAll(place: Place, caller: Caller, lease: HeldLease): Promise<void> {
    await endUnsureTakes(kysely, place);
    for (;;) {
      lease.signal.throwIfAborted();
      const ordered = await beginNextTake(kysely, place);
      if (!ordered) return;
      const outcome = await systems[place.system]
        .take(caller, ordered, lease)
        .catch(async (error: unknown) => {
          if (error instanceof LeaseLost) throw error;
          if (error instanceof DeliveryFailed) await refuseOrdered(kysely, place, 'unreachable');
          return outcomeOf(error);
        });
      await endTake(kysely, ordered, outcome);
    }
  }

  function outcomeOf(error: unknown): TakeOutcome {
    if (error instanceof DeliveryFailed) return refused(error.certainlyNotSent ? 'unreachable' : 'uncertain');
    if (error instanceof AppError) return refused(error.code, error.message);
    log.error({ err: error }, 'a side of a difference could not be taken');
    return refused('internal');
  }

  return {
    async look(place: Place, user: UserRow): Promise<void> {
      const system = systems[place.system];
      const row = await writeComparison(kysely, place, false);
      if (await findDueReading(kysely, place)) {
        await leases.run(`reading ${place.system} ${place.userId}`, signal, () => beginReading(place, user));
      }
      const { isReading, readAt } = await system.reading(user);
      if (isReading || readAt === null) return;
      if (row.read_at && Date.parse(row.read_at) >= Date.parse(readAt)) return;
      await leases.run(`comparison ${place.system} ${place.userId}`, signal, (lease) =>
        compare(place, user, readAt, lease),
      );
    },
    async takeOrdered(place: Place): Promise<void> {
      const acting = await actingFor(kysely, place.userId);
      const system = systems[place.system];
      if (!acting || !mayWriteDevices({ ...acting, session: undefined }) || !system.hasAccount(acting.user)) {
        return refuseOrdered(kysely, place, 'noAccount');
      }
      const caller: Caller = { ...acting, address: '', via: 'bearer' };
      await leases.run(await system.leaseOf(acting.user), signal, (lease) => takeAll(place, caller, lease));
    },
  };
}
