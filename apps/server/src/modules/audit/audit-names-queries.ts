/** The present names of the rows that the audit names. */
import { type LinkedKind, linkedKinds } from '@atalaia/contract/accounts/linked-kind';
import { type RawBuilder, sql } from 'kysely';
import { linkedTables } from '../../visibility/ways.ts';

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

/**
 * A JSON object of names for the audit's line `a`: `object` is the row itself, the others have the key of their number in
 * the details. What exists no more has no name.
 */
export function auditNames(): RawBuilder<unknown> {
  const numbers = sql.join(
    Object.entries(sides).map(([key, noun]) => sql`(${key}::text, ${noun}::text, a.details -> ${key}::text)`),
    sql`, `,
  );
  return sql`(
    SELECT coalesce(json_object_agg(side.key, named.name), '{}') FROM (
      SELECT 'object' AS key, ${objectNoun} AS noun, a.object_id AS id
      UNION ALL
      SELECT key, noun, number::bigint FROM (VALUES ${numbers}) AS named(key, noun, number)
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
  WHEN 'company' THEN (SELECT label FROM company_configurations WHERE id = side.id)
END`;
