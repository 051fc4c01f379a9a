import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { findNamed, type Named } from '../../queries/find-named.ts';
import { type Viewer, visibleGroups } from '../../visibility/visible.ts';

export interface GroupNamesService {
  /** The visible groups that names mean. */
  find(viewer: Viewer, names: readonly string[]): Promise<ReadonlyMap<string, Named>>;
}

export function createGroupNamesService(kysely: Kysely<Schema>): GroupNamesService {
  return {
    find: (viewer, names) => findNamed(kysely, visibleGroups(viewer), { id: 'g.id', name: 'g.name' }, names),
  };
}
