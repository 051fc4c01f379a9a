/** The ancestors of each group. */

export interface GroupTree {
  /** The group and every group above it, from below; empty for a device of no group. A ring is cut where it closes. */
  chainOf(groupId: number | undefined): readonly number[];
}

const none: readonly number[] = Object.freeze([]);

/** `parents` by group; one without a parent, or that was removed, ends its chain. */
export function createGroupTree(parents: ReadonlyMap<number, number | null>): GroupTree {
  const chains = new Map<number, readonly number[]>();
  return {
    chainOf(groupId) {
      if (groupId === undefined) return none;
      let chain = chains.get(groupId);
      if (!chain) {
        const seen = new Set<number>();
        for (let id: number | null | undefined = groupId; id && !seen.has(id); id = parents.get(id))
          seen.add(id);
        chain = [...seen];
        chains.set(groupId, chain);
      }
      return chain;
    },
  };
}
