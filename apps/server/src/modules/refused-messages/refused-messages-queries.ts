import type { PageQuery } from '@atalaia/contract/values/query-values';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime, pageOf } from '../../queries/sql-fragments.ts';

const shownBytes = 2_000;
const shownCharacters = 10_000;

/** A page of them as JSON with commas between, the latest first. */
export async function describeRefusedMessages(db: Kysely<Schema>, page: PageQuery): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT row_to_json(shown)::text AS json
    FROM (
      SELECT id, device_id AS "deviceId", protocol, kind, ${isoTime('server_time')} AS "serverTime", error,
        encode(substring(frame FOR ${shownBytes}), 'hex') AS frame,
        left(content, ${shownCharacters}) AS content
      FROM refused_messages ORDER BY id DESC ${pageOf(page)}
    ) AS shown`.execute(db);
  return rows.map(({ json }) => json).join(',');
}
