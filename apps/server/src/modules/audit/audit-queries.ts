import type { AuditQuery } from '@atalaia/contract/accounts/audit-line';
import { type LinkedKind, linkedKinds } from '@atalaia/contract/accounts/linked-kind';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { allOf, isoTime } from '../../queries/sql-fragments.ts';
import { linkedTables } from '../../visibility/ways.ts';

// The present names of the rows that the audit names.

/** Numbers in a line's details, and what they are numbers of. */
const sides: Readonly<Record<string, string>> = Object.freeze({
  userId: 'user',
  managedUserId: 'user',
  deviceId: 'device',
  groupId: 'group',
  calendarId: 'calendar',
  ...Object.fromEntries(linkedKinds.map((kind) => [`${kind}Id`, kind])),
  sinisterId: 'sinister',
});

/** Columns whose old and new value is the number of another row. */
const referredTo: Readonly<Record<string, string>> = Object.freeze({
  group_id: 'group',
  customer_id: 'customer',
  calendar_id: 'calendar',
  company_id: 'company',
});

/**
 * A JSON object of names for the audit's line `a`: `object` is the row itself, the others have the key of their number in
 * the details; old and new references theirs with the number, `group_id:7`. What exists no more has no name.
 */
function auditNames(): RawBuilder<unknown> {
  const numbers = sql.join(
    Object.entries(sides).map(([key, noun]) => sql`(${key}::text, ${noun}::text, a.details -> ${key}::text)`),
    sql`, `,
  );
  const references = sql.join(
    Object.entries(referredTo).map(([column, noun]) => sql`(${column}::text, ${noun}::text)`),
    sql`, `,
  );
  return sql`(
    SELECT coalesce(json_object_agg(side.key, named.name), '{}') FROM (
      SELECT 'object' AS key, ${objectNoun} AS noun, a.object_id AS id
      UNION ALL
      SELECT key, noun, number::bigint FROM (VALUES ${numbers}) AS named(key, noun, number)
      WHERE jsonb_typeof(number) = 'number'
      UNION ALL
      SELECT field || ':' || number, noun, number::bigint
      FROM (VALUES ${references}) AS reference(field, noun),
        LATERAL jsonb_path_query(a.details -> 'values' -> field, '$[*]') AS of(number)
      WHERE jsonb_typeof(number) = 'number'
    ) AS side, LATERAL (SELECT ${nameOf}) AS named(name)
    WHERE named.name IS NOT NULL
  )`;
}

/** A session is its user's. Commands are of two kinds: only saved ones have a name. */
const objectNoun = sql`CASE
  WHEN a.noun IN ('session', 'token') THEN 'user'
  WHEN a.noun = 'command' AND a.action NOT IN ('create', 'update') THEN NULL
  ELSE a.noun END`;

/** Where it is not `name`. */
const nameColumns: Partial<Readonly<Record<LinkedKind, string>>> = {
  notification: 'type',
  attribute: 'description',
  command: 'description',
};

const nameOf = sql`CASE side.noun
  WHEN 'user' THEN (SELECT name FROM users WHERE id = side.id)
  WHEN 'device' THEN (SELECT name FROM devices WHERE id = side.id)
  WHEN 'group' THEN (SELECT name FROM groups WHERE id = side.id)
  WHEN 'customer' THEN (SELECT name FROM customers WHERE id = side.id)
  WHEN 'calendar' THEN (SELECT name FROM calendars WHERE id = side.id)
  ${sql.join(
    linkedKinds.map(
      (kind) => sql`WHEN ${sql.lit(kind)} THEN (SELECT it.${sql.ref(nameColumns[kind] ?? 'name')}
        FROM ${sql.table(linkedTables[kind])} AS it WHERE it.id = side.id)`,
    ),
    sql` `,
  )}
  WHEN 'sinister' THEN (SELECT number::text FROM sinisters WHERE id = side.id)
  WHEN 'event' THEN (SELECT d.name FROM events AS e JOIN devices AS d ON d.id = e.device_id WHERE e.id = side.id)
  WHEN 'scheduledReport' THEN (SELECT name FROM scheduled_reports WHERE id = side.id)
  WHEN 'mirror' THEN (SELECT name FROM mirrors WHERE id = side.id)
  WHEN 'campaign' THEN (SELECT name FROM campaigns WHERE id = side.id)
  WHEN 'company' THEN (SELECT coalesce(name, label) FROM company_configurations WHERE id = side.id)
END`;

const defaultLineLimit = 100;

/** Lines as the contract describes them, newest first. */
export async function listAuditLines(db: Kysely<Schema>, query: AuditQuery): Promise<string> {
  const { before, limit, userId, noun, objectId, from, to } = query;
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ','), '') AS json
    FROM (
      SELECT id, ${isoTime('at')} AS at, user_id AS "userId", user_name AS "userName", action, noun,
        object_id AS "objectId", address, details, ${auditNames()} AS names,
        ${isoTime('at')} AS "actionTime", (SELECT u.email FROM users AS u WHERE u.id = user_id) AS "userEmail",
        CASE action WHEN 'update' THEN 'edit' WHEN 'sign-in' THEN 'login' WHEN 'sign-out' THEN 'logout'
          ELSE action END AS "actionType", noun AS "objectType", details AS attributes
      FROM audit AS a
      WHERE ${allOf(
        before === undefined ? undefined : sql`id < ${Number(before)}`,
        userId === undefined ? undefined : sql`user_id = ${Number(userId)}`,
        noun === undefined ? undefined : sql`noun = ${noun}`,
        objectId === undefined ? undefined : sql`object_id = ${Number(objectId)}`,
        from === undefined ? undefined : sql`at >= ${from}`,
        to === undefined ? undefined : sql`at <= ${to}`,
      )}
      ORDER BY id DESC LIMIT ${limit === undefined ? defaultLineLimit : Number(limit)}
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}
