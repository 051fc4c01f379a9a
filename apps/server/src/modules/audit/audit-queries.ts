import type { AuditQuery } from '@atalaia/contract/accounts/audit-line';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { allOf, isoTime } from '../../queries/sql-fragments.ts';
import { auditNames } from './audit-names-queries.ts';

const defaultLineLimit = 100;

/** Lines as the contract describes them, newest first. */
export async function listAuditLines(db: Kysely<Schema>, query: AuditQuery): Promise<string> {
  const { before, limit, userId, noun, from, to } = query;
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ','), '') AS json
    FROM (
      SELECT id, ${isoTime('at')} AS at, user_id AS "userId", user_name AS "userName", action, noun,
        object_id AS "objectId", address, details, ${auditNames()} AS names
      FROM audit AS a
      WHERE ${allOf(
        before === undefined ? undefined : sql`id < ${Number(before)}`,
        userId === undefined ? undefined : sql`user_id = ${Number(userId)}`,
        noun === undefined ? undefined : sql`noun = ${noun}`,
        from === undefined ? undefined : sql`at >= ${from}`,
        to === undefined ? undefined : sql`at <= ${to}`,
      )}
      ORDER BY id DESC LIMIT ${limit === undefined ? defaultLineLimit : Number(limit)}
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}
