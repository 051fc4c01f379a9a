/**
 * Which devices each connected user may see, as bits. Read when the user's first client connects, read again when
 * links change, and dropped with the last client. What changed is told, so that the hub can add or reload.
 */
import { compareSight, createIdSet, type IdSet } from './id-set.ts';

export interface SightChange {
  readonly userId: number;
  readonly added: readonly number[];
  /** Something the user saw is out of sight now: what his screen shows must be loaded again. */
  readonly removed: boolean;
}

export interface SightTable {
  /** Counts one more client of this user; resolves once its sight is known. */
  enter(userId: number): Promise<void>;
  leave(userId: number): void;
  sees(userId: number, deviceId: number): boolean;
  /** Takes a device that exists no more out of everybody's sight; reading again finds nothing changed. */
  forget(deviceId: number): void;
  /** Reads again; several calls meanwhile make one more reading. Rejects when the database did. */
  refresh(userIds: readonly number[] | 'all'): Promise<void>;
}

interface Sight {
  clients: number;
  ids: IdSet;
  reading: Promise<void> | undefined;
  isStale: boolean;
}

export interface SightParts {
  readonly visibleDeviceIds: (userId: number) => Promise<ArrayLike<number>>;
  readonly onChange: (change: SightChange) => void;
}

export function createSightTable({ visibleDeviceIds, onChange }: SightParts): SightTable {
  const sights = new Map<number, Sight>();

  const read = async (userId: number, sight: Sight, tellsChange: boolean) => {
    do {
      sight.isStale = false;
      const ids = Array.from(await visibleDeviceIds(userId));
      const before = sight.ids;
      sight.ids = createIdSet(ids);
      const change = compareSight(before, sight.ids, ids);
      if (tellsChange && (change.added.length || change.removed)) onChange({ userId, ...change });
    } while (sight.isStale);
  };

  const readOnce = (userId: number, sight: Sight, tellsChange: boolean) => {
    sight.isStale = true;
    sight.reading ??= read(userId, sight, tellsChange).finally(() => {
      sight.reading = undefined;
    });
    return sight.reading;
  };

  return {
    async enter(userId) {
      const known = sights.get(userId);
      if (known) {
        known.clients += 1;
        return known.reading;
      }
      const sight: Sight = { clients: 1, ids: createIdSet([]), reading: undefined, isStale: false };
      sights.set(userId, sight);
      await readOnce(userId, sight, false);
    },
    leave(userId) {
      const sight = sights.get(userId);
      if (sight && --sight.clients === 0) sights.delete(userId);
    },
    sees: (userId, deviceId) => sights.get(userId)?.ids.has(deviceId) ?? false,
    forget(deviceId) {
      for (const { ids } of sights.values()) ids.delete(deviceId);
    },
    async refresh(userIds) {
      const wanted = userIds === 'all' ? [...sights.keys()] : userIds;
      await Promise.all(
        wanted.map((userId) => {
          const sight = sights.get(userId);
          return sight && readOnce(userId, sight, true);
        }),
      );
    },
  };
}
