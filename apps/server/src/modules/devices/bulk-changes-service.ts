/** One change of many devices, which can be undone for some seconds; a removal is carried out after them. */
import {
  type BulkChange,
  type BulkDevices,
  bulkUndoSeconds,
  mostBulkDevices,
} from '@atalaia/contract/devices/device';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit, writeAudits } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { piecesOf } from '../../queries/read-ids.ts';
import { requireUnrestricted } from '../../resources/removal/removal.ts';
import { actingFor, type Caller, isInForce, mayWriteDevices } from '../../visibility/caller.ts';
import { publishMoved } from '../../visibility/visibility.ts';
import { areCustomersVisible, areGroupsVisible } from '../../visibility/visible.ts';
import {
  type BulkChangeRow,
  type BulkColumn,
  bulkColumns,
  lockSeen,
  planRemoval,
  readBulkChanges,
  setBulk,
  takeBulkChange,
  takeDueRemoval,
  undoBulk,
} from './devices-bulk-queries.ts';
import type { DevicesBulkService } from './devices-bulk-service.ts';
import { findDevices } from './devices-list-queries.ts';
import type { DevicesService } from './devices-service.ts';

export interface BulkChangesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly publishDevices: DevicesService['publishWithin'];
  readonly removeWithin: DevicesBulkService['removeWithin'];
  readonly log: Pick<Logger, 'warn'>;
}

export interface BulkChangesService {
  /** What the caller can still undo, the newest first. */
  list(caller: Caller): Promise<BulkChange[]>;
  /** Throws `not-found` when one of the devices is not seen, and `in-use` when one may not be removed; nothing is changed then. */
  change(caller: Caller, request: BulkDevices): Promise<BulkChange>;
  /** Throws `not-found` once its time is over. */
  undo(caller: Caller, id: string): Promise<void>;
  /** Carries out the removals whose time is over. For a timer. */
  removeDue(signal: AbortSignal): Promise<void>;
}

/** Audit lines of one statement. */
const linesAtOnce = 1000;

/** A line for each with what it had and has; `idOf` is the change, by the word of what was done. */
async function note(
  within: Kysely<Schema>,
  caller: Caller,
  act: BulkColumn,
  rows: readonly { readonly id: number; readonly from: string | null; readonly to: string | null }[],
  idOf: Readonly<Record<string, string>>,
) {
  const { column, type } = bulkColumns[act];
  const read = (value: string | null) =>
    value === null || type === 'text' ? value : (JSON.parse(value) as number | boolean);
  for (const piece of piecesOf(linesAtOnce, rows)) {
    const entries = piece.map(({ id: objectId, from, to }) => {
      const values = { [column]: [read(from), read(to)] };
      const details = { changed: [column], values, ...idOf };
      return { action: 'update', noun: 'device', objectId, details } as const;
    });
    await writeAudits(within, caller, entries);
  }
}

export function createBulkChanges(parts: BulkChangesParts): BulkChangesService {
  const { kysely, commit, publishDevices, removeWithin, log } = parts;

  async function idsOf(caller: Caller, { deviceIds, filter }: BulkDevices): Promise<readonly number[]> {
    if ((deviceIds === undefined) === (filter === undefined))
      throw fieldRefusal('invalid-input', { path: 'deviceIds', message: 'either numbers or a filter' });
    const ids = deviceIds ?? (await findDevices(kysely, caller, filter ?? {})).ids;
    if (ids.length > mostBulkDevices)
      throw fieldRefusal('invalid-input', { path: 'filter', message: `fits more than ${mostBulkDevices}` });
    return [...new Set(ids)];
  }

  /** What others show and keep of these devices is read again. */
  async function announce(
    within: Kysely<Schema>,
    publish: Publish,
    act: BulkColumn,
    ids: readonly number[],
  ): Promise<void> {
    if (ids.length === 0) return;
    publish('deviceRegistry', { deviceIds: ids });
    publishMoved(publish, 'device', ids);
    if (act === 'groupId') publish('rules', { kinds: ['groups'] });
    await publishDevices(within, publish, ids);
  }

  return {
    list: async (caller) => (await readBulkChanges(kysely, caller.userId)).map(presented),

    async change(caller, request) {
      requireWriter(caller);
      const ids = await idsOf(caller, request);
      return commit(async (transaction, publish) => {
        const seen = new Set(await lockSeen(transaction, caller, ids));
        const hidden = ids.find((id) => !seen.has(id));
        if (hidden !== undefined) throw notFound('device', hidden);
        const plan = { userId: caller.userId, address: caller.address, ids, undoSeconds: bulkUndoSeconds };
        const { change } = request;
        if ('remove' in change) {
          await requireUnrestricted(transaction, caller, 'device', ids);
          const planned = await planRemoval(transaction, plan);
          const details = { devices: ids.length, bulk: planned.id };
          await writeAudit(transaction, caller, { action: 'remove-asked', noun: 'device', details });
          return presented(planned);
        }
        const [act, value] = givenBy(change);
        await requireSeen(transaction, caller, act, value);
        const changed = await setBulk(transaction, plan, act, value);
        const rows = changed.deviceIds.map((id, at) => ({
          id,
          from: changed.before?.[at] ?? null,
          to: value,
        }));
        await note(transaction, caller, act, rows, { bulk: changed.id });
        await announce(transaction, publish, act, changed.deviceIds);
        return presented(changed);
      });
    },

    undo: (caller, id) =>
      commit(async (transaction, publish) => {
        requireWriter(caller);
        const change = await takeBulkChange(transaction, caller.userId, id);
        if (!change) throw new AppError('not-found', 'the time to undo it is over');
        const { act, deviceIds } = change;
        if (act === 'remove') {
          const details = { devices: deviceIds.length, bulk: id };
          await writeAudit(transaction, caller, { action: 'remove-undone', noun: 'device', details });
          return;
        }
        // who lost sight of some meanwhile changes those no more
        const seen = new Set(await lockSeen(transaction, caller, deviceIds));
        const kept = deviceIds.map((device, at) => ({ device, before: change.before[at] ?? null }));
        const his = kept.filter(({ device }) => seen.has(device));
        const back = await undoBulk(transaction, act, {
          deviceIds: his.map(({ device }) => device),
          before: his.map(({ before }) => before),
          after: change.after,
        });
        const had = new Map(his.map(({ device, before }) => [device, before]));
        const rows = back.map((device) => ({ id: device, from: change.after, to: had.get(device) ?? null }));
        await note(transaction, caller, act, rows, { undone: id });
        await announce(transaction, publish, act, back);
      }),

    async removeDue(signal) {
      let taken: string | undefined;
      const removeOne = () =>
        commit(async (transaction, publish) => {
          const due = await takeDueRemoval(transaction);
          taken = due?.id;
          if (!due) return false;
          const acting = await actingFor(transaction, due.userId);
          if (!acting || !isInForce(acting.user)) {
            log.warn({ user: due.userId }, 'devices stay: whoever was to remove them may not sign in');
            return true;
          }
          const caller: Caller = { ...acting, address: due.address, via: 'bearer' };
          const ids = await lockSeen(transaction, caller, due.deviceIds);
          if (ids.length > 0) await removeWithin(transaction, publish, caller, ids);
          return true;
        });
      for (let isMore = true; isMore && !signal.aborted; ) {
        isMore = await removeOne().catch(async (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          // it may be removed no more: an incident was opened meanwhile, say
          log.warn({ reason: error.message }, 'devices that were to be removed stay');
          await commit((transaction) => takeDueRemoval(transaction, taken));
          return true;
        });
      }
    },
  };
}

const presented = ({ id, act, deviceIds, secondsLeft }: BulkChangeRow): BulkChange => ({
  ...{ id, act, count: deviceIds.length, secondsLeft },
  ...(act === 'remove' && { deviceIds: [...deviceIds] }),
});

/** As text, which the statement reads by the column's type; null for none. */
function givenBy(
  change: Exclude<BulkDevices['change'], { remove: true }>,
): readonly [BulkColumn, string | null] {
  if ('groupId' in change) return ['groupId', change.groupId === 0 ? null : String(change.groupId)];
  if ('customerId' in change)
    return ['customerId', change.customerId === 0 ? null : String(change.customerId)];
  if ('category' in change) return ['category', change.category];
  return ['disabled', String(change.disabled)];
}

async function requireSeen(within: Kysely<Schema>, caller: Caller, act: BulkColumn, value: string | null) {
  if (value === null || (act !== 'groupId' && act !== 'customerId')) return;
  const isSeen = act === 'groupId' ? areGroupsVisible : areCustomersVisible;
  if (!(await isSeen(within, caller, [Number(value)]))) throw referenceRefusal(`change.${act}`);
}

function requireWriter(caller: Caller): void {
  if (!mayWriteDevices(caller)) throw new AppError('devices-readonly', 'this account may not change devices');
}
