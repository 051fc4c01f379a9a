/**
 * Which devices each connected user may see, as bits. Read when the user's first client connects, read again when
 * links change, and dropped with the last client. Changes are reported, so that the hub can add or reload. When it is not
 * known any more what a user may see, he is sent nothing, and new connections wait until it is read again.
 */

export interface VisibilityChange {
  readonly userId: number;
  readonly added: readonly number[];
  /** The user lost something that he saw: his client must load everything again. */
  readonly removed: boolean;
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
  /** Reads again; several calls meanwhile make one more reading. Rejects when the database did. */
  refresh(userIds: readonly number[] | 'all'): Promise<void>;
}

interface Visibility {
  clients: number;
  /** Read last; undefined before. */
  ids: IdSet | undefined;
  /** They may hold what was taken away since. */
  isLost: boolean;
  reading: Promise<void> | undefined;
  isStale: boolean;
}

export interface VisibilityTableParts {
  readonly visibleDeviceIds: (userId: number) => Promise<ArrayLike<number>>;
  readonly onChange: (change: VisibilityChange) => void;
  /** What the user sees changed and could not be read again, or not in time. */
  readonly onLost: (userId: number) => void;
  /** What was read before holds for so long while it is read again, ms. */
  readonly patienceMs?: number;
}

const defaultPatienceMs = 3_000;

export function createVisibilityTable(parts: VisibilityTableParts): VisibilityTable {
  const { visibleDeviceIds, onChange, onLost, patienceMs = defaultPatienceMs } = parts;
  const visibilityTable = new Map<number, Visibility>();

  const lose = (userId: number, visibility: Visibility) => {
    visibility.isLost = true;
    if (visibilityTable.get(userId) === visibility) onLost(userId);
  };

  const readIds = async (userId: number, visibility: Visibility) => {
    const patience = setTimeout(lose, patienceMs, userId, visibility);
    try {
      return Array.from(await visibleDeviceIds(userId));
    } catch (error) {
      lose(userId, visibility);
      throw error;
    } finally {
      clearTimeout(patience);
    }
  };

  const read = async (userId: number, visibility: Visibility) => {
    do {
      visibility.isStale = false;
      const ids = await readIds(userId, visibility);
      const before = visibility.ids;
      visibility.ids = createIdSet(ids);
      visibility.isLost = false;
      if (!before || visibilityTable.get(userId) !== visibility) continue;
      const change = compareVisibility(before, visibility.ids, ids);
      if (change.added.length || change.removed) onChange({ userId, ...change });
    } while (visibility.isStale);
  };

  const readOnce = (userId: number, visibility: Visibility) => {
    visibility.isStale = true;
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
        isStale: false,
      };
      visibilityTable.set(userId, visibility);
      visibility.clients += 1;
      await (visibility.reading ?? (isLoaded(visibility) ? undefined : readOnce(userId, visibility)));
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
    async refresh(userIds) {
      const affected = userIds === 'all' ? [...visibilityTable.keys()] : userIds;
      await Promise.all(
        affected.map((userId) => {
          const visibility = visibilityTable.get(userId);
          return visibility && readOnce(userId, visibility);
        }),
      );
    },
  };
}

/**
 * A set of row numbers as bits: 12.5 kB for 100,000 devices, tested once per position and client.
 * Numbers come from a sequence, so they are dense enough for one bit each.
 */
interface IdSet {
  has(id: number): boolean;
  delete(id: number): void;
  readonly size: number;
}

export function createIdSet(ids: Iterable<number>): IdSet {
  const list = [...ids];
  const highest = list.reduce((most, id) => Math.max(most, id), 0);
  const bits = new Uint32Array((highest >>> 5) + 1);
  for (const id of list) bits[id >>> 5] = (bits[id >>> 5] ?? 0) | (1 << (id & 31));
  const has = (id: number) => ((bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
  let size = new Set(list).size;
  return {
    has,
    delete(id) {
      if (!has(id)) return;
      bits[id >>> 5] = (bits[id >>> 5] ?? 0) & ~(1 << (id & 31));
      size -= 1;
    },
    get size() {
      return size;
    },
  };
}

/** What `next` holds that `before` does not, and the reverse: whether anything left. */
export function compareVisibility(
  before: IdSet,
  next: IdSet,
  nextIds: readonly number[],
): { added: number[]; removed: boolean } {
  const added = nextIds.filter((id) => !before.has(id));
  return { added, removed: before.size + added.length !== next.size };
}
