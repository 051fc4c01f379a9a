import type { PageQuery } from '@atalaia/contract/values/query-values';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import { isoTime, pageOf } from '../../queries/sql-fragments.ts';

const shownBytes = 2_000;
const shownCharacters = 10_000;

/** A page of them as JSON with commas between, the latest first. */
async function describeRefusedMessages(db: Kysely<Schema>, page: PageQuery): Promise<string> {
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

export interface RefusedMessagesService {
  /** As the contract describes them, the latest first. */
  list(page: PageQuery): JsonRows;
}

const usualRows = 100;
const mostRows = 1000;

export function createRefusedMessagesService(kysely: Kysely<Schema>): RefusedMessagesService {
  return {
    async *list({ limit = usualRows, offset }) {
      const page = { limit: String(Math.min(Number(limit), mostRows)), offset };
      yield await describeRefusedMessages(kysely, page);
    },
  };
}
