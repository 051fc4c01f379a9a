/**
 * A set of row numbers as bits: 12.5 kB for 100,000 devices, tested once per position and client.
 * Numbers come from a sequence, so they are dense enough for one bit each.
 */
export interface IdSet {
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
export function compareSight(
  before: IdSet,
  next: IdSet,
  nextIds: readonly number[],
): { added: number[]; removed: boolean } {
  const added = nextIds.filter((id) => !before.has(id));
  return { added, removed: before.size + added.length !== next.size };
}
