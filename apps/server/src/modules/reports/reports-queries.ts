import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { readIds } from '../../queries/read-ids.ts';
import { groupsAndBelow } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices, visibleGroups } from '../../visibility/visible.ts';

/** Visible devices that are named, or are in these groups or below, by name. */
export function findReportDevices(
  db: Kysely<Schema>,
  viewer: Viewer,
  deviceIds: readonly number[],
  groupIds: readonly number[],
): Promise<Int32Array> {
  return readIds(
    db,
    sql`
    SELECT d.id FROM ${visibleDevices(viewer)}
    WHERE d.id = ANY(${deviceIds}::integer[]) OR d.group_id IN (${groupsAndBelow(groupIds)})
    ORDER BY d.name COLLATE "pt-BR-x-icu", d.id`,
  );
}

/** Which of these groups are seen. */
export function findVisibleGroups(
  db: Kysely<Schema>,
  viewer: Viewer,
  groupIds: readonly number[],
): Promise<Int32Array> {
  return readIds(db, sql`SELECT g.id FROM ${visibleGroups(viewer)} WHERE g.id = ANY(${groupIds}::integer[])`);
}
