import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { readIds } from '../../queries/read-ids.ts';
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
    WITH RECURSIVE asked_groups (id) AS (
      SELECT unnest(${groupIds}::integer[])
      UNION SELECT below.id FROM groups AS below JOIN asked_groups ON asked_groups.id = below.group_id
    )
    SELECT d.id FROM ${visibleDevices(viewer)}
    WHERE d.id = ANY(${deviceIds}::integer[]) OR d.group_id IN (SELECT id FROM asked_groups)
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
