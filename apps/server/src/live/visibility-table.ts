/**
 * Which devices each connected user may see, as bits. Read when the user's first client connects, read again when
 * links change, and dropped with the last client. A change that names its devices costs the reading of these alone. The
 * hub gets the difference. When nobody knows any more what a user may see, he is shown nothing, and whoever connects then
 * waits for a new reading.
 */
import { createLimiter } from '../platform/limiter/limiter.ts';
import { IdSet } from './id-set.ts';

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
  /** Removes a deleted device for every user; reading again then finds no change. */
  forget(deviceId: number): void;
  /**
   * Reads again, of these devices alone where they are named; several calls meanwhile make one more reading. Rejects when
   * the database did.
   */
  refresh(userIds: readonly number[] | 'all', deviceIds?: readonly number[]): Promise<void>;
}

interface Visibility {
  clients: number;
  /** Read last; undefined before. */
  ids: IdSet | undefined;
  /** They may hold what was taken away since. */
  isLost: boolean;
  reading: Promise<void> | undefined;
  /** What is to be read again. */
  stale: ReadonlySet<number> | 'all' | undefined;
}

export interface VisibilityTableParts {
  /** All that the user sees, or those of the given devices. */
  readonly visibleDeviceIds: (userId: number, among?: readonly number[]) => Promise<ArrayLike<number>>;
  readonly onChange: (change: VisibilityChange) => void;
  /** What the user sees changed and could not be read again, or not in time. */
  readonly onLost: (userId: number) => void;
  /** What was read before holds for so long while it is read again, ms. */
  readonly patienceMs?: number;
}

const defaultPatienceMs = 3_000;
/** A change of links may be about everybody who is connected: they take turns, and leave connections to others. */
const readingsAtOnce = 4;
/** More devices than this are read faster as the whole. */
const mostNamed = 1_000;

export function createVisibilityTable(parts: VisibilityTableParts): VisibilityTable {
  const { visibleDeviceIds, onChange, onLost, patienceMs = defaultPatienceMs } = parts;
  const visibilityTable = new Map<number, Visibility>();
  const limiter = createLimiter(readingsAtOnce);

  const lose = (userId: number, visibility: Visibility) => {
    visibility.isLost = true;
    if (visibilityTable.get(userId) === visibility) onLost(userId);
  };

  const readIds = async (userId: number, visibility: Visibility, among: readonly number[] | undefined) => {
    const patience = setTimeout(lose, patienceMs, userId, visibility);
    try {
      return await limiter.run(() => visibleDeviceIds(userId, among));
    } catch (error) {
      lose(userId, visibility);
      throw error;
    } finally {
      clearTimeout(patience);
    }
  };

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
      const { added, removed } =
        stale === 'all' || !ids || isLost
          ? await readAll(userId, visibility)
          : await readNamed(userId, visibility, ids, stale);
      if (visibilityTable.get(userId) !== visibility) continue;
      if (added.length || removed.length) onChange({ userId, added, removed });
    }
  };

  const readOnce = (userId: number, visibility: Visibility, named: readonly number[] | 'all') => {
    visibility.stale = joined(visibility.stale, named);
    visibility.reading ??= read(userId, visibility).finally(() => {
      visibility.reading = undefined;
    });
    return visibility.reading;
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
    forget(deviceId) {
      for (const { ids } of visibilityTable.values()) ids?.delete(deviceId);
    },
    async refresh(userIds, deviceIds) {
      const affected = userIds === 'all' ? [...visibilityTable.keys()] : userIds;
      await Promise.all(
        affected.map((userId) => {
          const visibility = visibilityTable.get(userId);
          return visibility && readOnce(userId, visibility, deviceIds ?? 'all');
        }),
      );
    },
  };
}

interface Difference {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

const noDifference: Difference = Object.freeze({ added: [], removed: [] });

function joined(
  stale: ReadonlySet<number> | 'all' | undefined,
  named: readonly number[] | 'all',
): ReadonlySet<number> | 'all' {
  if (stale === 'all' || named === 'all') return 'all';
  const ids = new Set([...(stale ?? []), ...named]);
  return ids.size > mostNamed ? 'all' : ids;
}
