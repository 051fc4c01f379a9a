/** What of one noun applies to a device: what is linked to it, to its group, or to a group above that (PERM-03). */
import type { IngestDevice } from '../ingest-device.ts';

/** The ancestors of each group. */

interface GroupTree {
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

/** Ids of linked objects, by owner. Equal sets are shared, and a group's set is not copied to its devices. */
export interface RuleLinks {
  readonly ofGroup: ReadonlyMap<number, ReadonlySet<number>>;
  readonly ofDevice: ReadonlyMap<number, ReadonlySet<number>>;
}

export type RuledDevice = Pick<IngestDevice, 'id' | 'groupId'>;

export interface LinkedRules {
  /** Something is linked; called for every position. */
  any(device: RuledDevice): boolean;
  has(device: RuledDevice, id: number): boolean;
  /** All that apply, without order. */
  idsOf(device: RuledDevice): ReadonlySet<number>;
}

const nothing: ReadonlySet<number> = new Set();

export function createLinkedRules({ ofGroup, ofDevice }: RuleLinks, groups: GroupTree): LinkedRules {
  return {
    any: (device) =>
      ofDevice.has(device.id) ||
      (ofGroup.size > 0 && groups.chainOf(device.groupId).some((group) => ofGroup.has(group))),
    has(device, id) {
      if (ofDevice.get(device.id)?.has(id)) return true;
      for (const group of groups.chainOf(device.groupId)) if (ofGroup.get(group)?.has(id)) return true;
      return false;
    },
    idsOf(device) {
      const sets = groups.chainOf(device.groupId).map((group) => ofGroup.get(group));
      sets.push(ofDevice.get(device.id));
      const defined = sets.filter((set) => set !== undefined);
      const [only, ...more] = defined;
      if (only === undefined) return nothing;
      return more.length === 0 ? only : new Set(defined.flatMap((set) => [...set]));
    },
  };
}

/** The objects themselves, for nouns of which a device has few. Lists are made once a group, or once a device of its own. */
export function createLists<Item extends { readonly id: number; readonly priority?: number }>(
  linkedRules: LinkedRules,
  links: Pick<RuleLinks, 'ofDevice'>,
  items: ReadonlyMap<number, Item>,
): (device: RuledDevice) => readonly Item[] {
  const ofGroup = new Map<number | undefined, readonly Item[]>();
  const ofDevice = new Map<
    number,
    { readonly groupId: number | undefined; readonly list: readonly Item[] }
  >();
  /** One list for all that have the same: what is remembered of a list is remembered once. */
  const shared = new Map<string, readonly Item[]>();
  const listOf = (device: RuledDevice) => {
    const list = [...linkedRules.idsOf(device)]
      .flatMap((id) => items.get(id) ?? [])
      .sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0) || one.id - other.id);
    const key = list.map(({ id }) => id).join();
    const same = shared.get(key);
    if (!same) shared.set(key, list);
    return same ?? list;
  };
  return (device) => {
    if (!links.ofDevice.has(device.id)) {
      const known = ofGroup.get(device.groupId);
      if (known) return known;
      const list = listOf(device);
      ofGroup.set(device.groupId, list);
      return list;
    }
    const known = ofDevice.get(device.id);
    if (known && known.groupId === device.groupId) return known.list;
    const list = listOf(device);
    ofDevice.set(device.id, { groupId: device.groupId, list });
    return list;
  };
}
