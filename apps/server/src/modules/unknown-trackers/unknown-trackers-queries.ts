import type { PageQuery } from '@atalaia/contract/values/query-values';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime, pageOf } from '../../queries/sql-fragments.ts';

/** As the contract describes them, those that knocked last first. */
export async function listUnknownTrackers(db: Kysely<Schema>, page: PageQuery): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ','), '') AS json
    FROM (
      SELECT unique_id AS "uniqueId", protocol, address, attempts,
        ${isoTime('first_seen')} AS "firstSeen", ${isoTime('last_seen')} AS "lastSeen"
      FROM unknown_trackers ORDER BY last_seen DESC, unique_id ${pageOf(page)}
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

/** False when it is not in the list, or not any more. */
export async function takeUnknownTracker(db: Kysely<Schema>, uniqueId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('unknown_trackers')
    .where('unique_id', '=', uniqueId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
