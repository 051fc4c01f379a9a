import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { readIds } from '../../queries/read-ids.ts';
import { groupsAndBelow } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices, visibleGroups, visibleLinked } from '../../visibility/visible.ts';

/** Visible devices that are named, or are in these groups or below, by name; all of them where nothing is named. */
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
    WHERE ${deviceIds.length + groupIds.length === 0}
      OR d.id = ANY(${deviceIds}::integer[]) OR d.group_id IN (${groupsAndBelow(groupIds)})
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

/** Which of these geofences are seen; all that are when none is named. */
export function findReportGeofences(
  db: Kysely<Schema>,
  viewer: Viewer,
  geofenceIds: readonly number[],
): Promise<Int32Array> {
  return readIds(
    db,
    sql`
    SELECT l.id FROM ${visibleLinked(viewer, 'geofence')}
    WHERE ${geofenceIds.length === 0} OR l.id = ANY(${geofenceIds}::integer[]) ORDER BY l.id`,
  );
}
