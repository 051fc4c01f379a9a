/** A group as the contract describes it, written as JSON by PostgreSQL: the one place that maps its row. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

/** Groups in the order requested, with commas between; those that were removed are left out, and none give ''. Whether they may be seen is asked before. */
export async function describeGroups(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN groups AS g USING (id),
    LATERAL (SELECT g.id, g.name, coalesce(g.group_id, 0) AS "groupId", g.attributes) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}
