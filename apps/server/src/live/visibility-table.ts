/**
 * Which devices each connected user may see, as bits. Read when the user's first client connects, read again when
 * links change, and dropped with the last client. A change that names its devices costs the reading of these alone, one
 * that names a place a single reading for all users. The hub gets the difference. When nobody knows any more what a user may see, he is shown nothing, and whoever connects then
 * waits for a new reading.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BusTopics, Place } from '../platform/bus/bus.ts';
import { createLimiter } from '../platform/limiter/limiter.ts';
import { mostNamed, type SeenPlace } from '../visibility/visibility.ts';

/**
 * A set of row numbers as bits: 12.5 kB for 100,000 devices, tested once per position and client.
 * Numbers come from a sequence, so they are dense enough for one bit each.
 */
export class IdSet {
  private bits: Uint32Array;

  constructor(ids: ArrayLike<number>) {
    let highest = 0;
    for (let index = 0; index < ids.length; index += 1) highest = Math.max(highest, ids[index] ?? 0);
    this.bits = new Uint32Array((highest >>> 5) + 1);
    for (let index = 0; index < ids.length; index += 1) this.add(ids[index] ?? 0);
  }

  has(id: number): boolean {
    return ((this.bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
  }

  add(id: number): void {
    const word = id >>> 5;
    if (word >= this.bits.length) {
      const wider = new Uint32Array(Math.max(word + 1, this.bits.length * 2));
      wider.set(this.bits);
      this.bits = wider;
    }
    this.bits[word] = (this.bits[word] ?? 0) | (1 << (id & 31));
  }

  delete(id: number): void {
    if (this.has(id)) this.bits[id >>> 5] = (this.bits[id >>> 5] ?? 0) & ~(1 << (id & 31));
  }

  /** Those that `other` does not hold, in rising order. */
  without(other: IdSet): number[] {
    return this.matching((own, others) => own & ~others, other);
  }

  /** Those that `other` holds too, in rising order. */
  within(other: IdSet): number[] {
    return this.matching((own, others) => own & others, other);
  }

  private matching(choose: (own: number, others: number) => number, other: IdSet): number[] {
    const found: number[] = [];
    for (let word = 0; word < this.bits.length; word += 1) {
      let left = choose(this.bits[word] ?? 0, other.bits[word] ?? 0);
      while (left !== 0) {
        const bit = 31 - Math.clz32(left & -left);
        found.push(word * 32 + bit);
        left &= left - 1;
      }
    }
    return found;
  }
}

export interface VisibilityChange {
  readonly userId: number;
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

export interface VisibilityTable {
  /** Counts one more client of this user; resolves once it is known what he sees, rejects when it cannot be read. */
  enter(userId: number): Promise<void>;
  leave(userId: number): void;
  /** Whether what it says of this user holds; nothing of his is seen otherwise. */
  isKnown(userId: number): boolean;
  sees(userId: number, deviceId: number): boolean;
  /** A change was heard of some time ago, and what he sees was not read again yet: what `sees` says of him may be over. */
  isOutdated(userId: number): boolean;
  /** Removes a deleted device for every user; reading again then finds no change. */
  forget(deviceId: number): void;
  /**
   * Reads again what may have changed: of the devices or the place that is named alone; several calls meanwhile make one
   * more reading. Rejects when the database did.
   */
  refresh(change: BusTopics['visibility']): Promise<void>;
}

interface Visibility {
  clients: number;
  /** Read last; undefined before. */
  ids: IdSet | undefined;
  /** They may hold what was taken away since. */
  isLost: boolean;
  reading: Promise<void> | undefined;
  /** What is to be read again. */
  stale: Stale | undefined;
  /** Changes that are being read. */
  readonly unread: Set<Heard>;
  /** Counts the changes that were heard of: what was read before the last of them need not hold. */
  changes: number;
}

interface Heard {
  /** When it was heard of, ms of `performance.now`. */
  readonly heardMs: number;
}

/** `heardMs`: of the oldest change in it. */
interface Stale extends Heard {
  readonly named: ReadonlySet<number> | 'all';
}

export interface VisibilityTableParts {
  /** All that the user sees, or those of the given devices. */
  readonly visibleDeviceIds: (userId: number, among?: readonly number[]) => Promise<ArrayLike<number>>;
  /** What lies in a place, and who of these users sees it all. */
  readonly readPlace: (place: Place, userIds: readonly number[]) => Promise<SeenPlace>;
  readonly onChange: (change: VisibilityChange) => void;
  /** What the user sees changed and could not be read again, or not in time. */
  readonly onLost: (userId: number) => void;
  /** What was read before holds for so long while it is read again, ms. */
  readonly patienceMs?: number;
}

const defaultPatienceMs = 3_000;
/** What was seen before a change is sent for so long while it is read again: a right that is taken away holds within a second. */
const outdatedAfterMs = 150;
/** A change of links may be about everybody who is connected: they take turns, and leave connections to others. */
const readingsAtOnce = 4;

/** Reads what users see, a few of them at a time, and says what changed. `isCurrent`: the user is still connected. */
function createReadings(
  { visibleDeviceIds, onChange, onLost, patienceMs = defaultPatienceMs }: VisibilityTableParts,
  isCurrent: (userId: number, visibility: Visibility) => boolean,
) {
  const limiter = createLimiter(readingsAtOnce);

  /** What was read of these before holds for a while at most. */
  const inTime = async <Result>(
    those: readonly (readonly [number, Visibility])[],
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const loseAll = () => {
      for (const [userId, visibility] of those) {
        visibility.isLost = true;
        if (isCurrent(userId, visibility)) onLost(userId);
      }
    };
    const patience = setTimeout(loseAll, patienceMs);
    try {
      return await limiter.run(work);
    } catch (error) {
      loseAll();
      throw error;
    } finally {
      clearTimeout(patience);
    }
  };

  const readIds = (userId: number, visibility: Visibility, among: readonly number[] | undefined) =>
    inTime([[userId, visibility]], () => visibleDeviceIds(userId, among));

  const readAll = async (userId: number, visibility: Visibility): Promise<Difference> => {
    const before = visibility.ids;
    const next = new IdSet(await readIds(userId, visibility, undefined));
    visibility.ids = next;
    visibility.isLost = false;
    return before ? { added: next.without(before), removed: before.without(next) } : noDifference;
  };

  const readNamed = async (
    userId: number,
    visibility: Visibility,
    ids: IdSet,
    named: ReadonlySet<number>,
  ) => {
    const visible = new Set(Array.from(await readIds(userId, visibility, [...named])));
    const added = [...visible].filter((id) => !ids.has(id));
    const removed = [...named].filter((id) => ids.has(id) && !visible.has(id));
    for (const id of added) ids.add(id);
    for (const id of removed) ids.delete(id);
    return { added, removed };
  };

  const read = async (userId: number, visibility: Visibility) => {
    while (visibility.stale) {
      const { stale, ids, isLost } = visibility;
      visibility.stale = undefined;
      visibility.unread.add(stale);
      try {
        const { added, removed } =
          stale.named === 'all' || !ids || isLost
            ? await readAll(userId, visibility)
            : await readNamed(userId, visibility, ids, stale.named);
        if (!isCurrent(userId, visibility)) continue;
        if (added.length || removed.length) onChange({ userId, added, removed });
      } finally {
        visibility.unread.delete(stale);
      }
    }
  };

  const readOnce = (
    userId: number,
    visibility: Visibility,
    named: readonly number[] | 'all',
    heardMs = performance.now(),
  ) => {
    visibility.changes += 1;
    visibility.stale = joined(visibility.stale, named, heardMs);
    visibility.reading ??= read(userId, visibility).finally(() => {
      visibility.reading = undefined;
    });
    return visibility.reading;
  };

  return { inTime, readOnce };
}

export function createVisibilityTable(parts: VisibilityTableParts): VisibilityTable {
  const { onChange } = parts;
  const visibilityTable = new Map<number, Visibility>();
  const isCurrent = (userId: number, visibility: Visibility) => visibilityTable.get(userId) === visibility;
  const { inTime, readOnce } = createReadings(parts, isCurrent);

  /**
   * One reading for all of them: who sees the place sees all that lies in it, wherever it moved. Of who does not, only
   * what he saw of it before may be gone.
   */
  const refreshPlace = async (
    place: Place,
    affected: readonly (readonly [number, Visibility])[],
    { heardMs }: Heard,
  ) => {
    for (const [, visibility] of affected) visibility.changes += 1;
    const changesBefore = affected.map(([, { changes }]) => changes);
    const userIds = affected.map(([userId]) => userId);
    const found = await inTime(affected, () => parts.readPlace(place, userIds));
    const inside = new IdSet(found.deviceIds);
    const watchers = new Set(found.userIds);
    await Promise.all(
      affected.map(([userId, visibility], at) => {
        if (!isCurrent(userId, visibility)) return undefined;
        const { ids, reading, changes } = visibility;
        // a reading under way, or another change, may know more, or less
        if (!ids || reading || changes !== changesBefore[at] || !isLoaded(visibility)) {
          return readOnce(userId, visibility, Array.from(found.deviceIds), heardMs);
        }
        if (!watchers.has(userId)) {
          const seen = inside.within(ids);
          return seen.length > 0 ? readOnce(userId, visibility, seen, heardMs) : undefined;
        }
        const added = inside.without(ids);
        for (const id of added) ids.add(id);
        if (added.length > 0) onChange({ userId, added, removed: [] });
        return undefined;
      }),
    );
  };

  const isLoaded = (visibility: Visibility | undefined) =>
    visibility?.ids !== undefined && !visibility.isLost;

  return {
    async enter(userId) {
      const visibility = visibilityTable.get(userId) ?? {
        clients: 0,
        ids: undefined,
        isLost: false,
        reading: undefined,
        stale: undefined,
        unread: new Set(),
        changes: 0,
      };
      visibilityTable.set(userId, visibility);
      visibility.clients += 1;
      await (visibility.reading ?? (isLoaded(visibility) ? undefined : readOnce(userId, visibility, 'all')));
    },
    leave(userId) {
      const visibility = visibilityTable.get(userId);
      if (visibility && --visibility.clients === 0) visibilityTable.delete(userId);
    },
    isKnown: (userId) => isLoaded(visibilityTable.get(userId)),
    sees(userId, deviceId) {
      const visibility = visibilityTable.get(userId);
      return isLoaded(visibility) && visibility?.ids?.has(deviceId) === true;
    },
    isOutdated(userId) {
      const { stale, unread = [] } = visibilityTable.get(userId) ?? {};
      const latestMs = performance.now() - outdatedAfterMs;
      return (
        (stale !== undefined && stale.heardMs < latestMs) || [...unread].some((it) => it.heardMs < latestMs)
      );
    },
    forget(deviceId) {
      for (const { ids } of visibilityTable.values()) ids?.delete(deviceId);
    },
    async refresh({ userIds, deviceIds, place }) {
      const affected = [...visibilityTable].filter(
        ([userId]) => userIds === 'all' || userIds.includes(userId),
      );
      if (affected.length === 0) return;
      if (place) {
        const change = { heardMs: performance.now() };
        for (const [, { unread }] of affected) unread.add(change);
        await refreshPlace(place, affected, change).finally(() => {
          for (const [, { unread }] of affected) unread.delete(change);
        });
      } else {
        await Promise.all(
          affected.map(([userId, visibility]) => readOnce(userId, visibility, deviceIds ?? 'all')),
        );
      }
    },
  };
}

interface Difference {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

const noDifference: Difference = Object.freeze({ added: [], removed: [] });

function joined(stale: Stale | undefined, named: readonly number[] | 'all', heardMs: number): Stale {
  const oldestMs = Math.min(stale?.heardMs ?? heardMs, heardMs);
  if (stale?.named === 'all' || named === 'all') return { named: 'all', heardMs: oldestMs };
  const ids = new Set([...(stale?.named ?? []), ...named]);
  return { named: ids.size > mostNamed ? 'all' : ids, heardMs: oldestMs };
}

/** What is known of what users see, for whoever sends. */
export interface Sight {
  sees(userId: number, deviceId: number): boolean;
  /** What `sees` says, of this user or of all, is not outdated; nothing is sent otherwise. */
  isCurrent(userId?: number): boolean;
  /** At once for who has no connection any more. */
  untilCurrent(userId: number): Promise<void>;
}

/** What is older waits to be sent: a right that is taken away holds within a second, with what is left to read it again. */
const sentWithinMs = 700;
const waitMs = 25;

/** `isRead`: changes were read so lately. */
export function createSight(
  { sees, isOutdated }: VisibilityTable,
  isRead: (withinMs: number) => boolean,
  isConnected: (userId: number) => boolean,
): Sight {
  const isCurrent = (userId?: number) =>
    isRead(sentWithinMs) && !(userId !== undefined && isOutdated(userId));
  return {
    sees,
    isCurrent,
    async untilCurrent(userId) {
      while (isConnected(userId) && !isCurrent(userId)) await sleep(waitMs, undefined, { ref: false });
    },
  };
}
