import { type Kysely, sql } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';
import { type Viewer, visibleCustomers, visibleGroups } from './visible.ts';

/** Whether all of these groups are seen. */
export async function areGroupsVisible(
  db: Kysely<Schema>,
  viewer: Viewer,
  ids: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM unnest(${ids}::integer[]) AS requested (id)
    WHERE id NOT IN (SELECT g.id FROM ${visibleGroups(viewer)}) LIMIT 1`.execute(db);
  return rows.length === 0;
}

/** Whether all of these customers are seen. */
export async function areCustomersVisible(
  db: Kysely<Schema>,
  viewer: Viewer,
  ids: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM unnest(${ids}::integer[]) AS requested (id)
    WHERE id NOT IN (SELECT c.id FROM ${visibleCustomers(viewer)}) LIMIT 1`.execute(db);
  return rows.length === 0;
}
