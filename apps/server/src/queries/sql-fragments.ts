import type { PageQuery } from '@atalaia/contract/values/query-values';
import { alarmEventType } from '@atalaia/domain/catalog/alarms';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import { foldText } from '@atalaia/domain/units/search-text';
import { type RawBuilder, sql } from 'kysely';
import { fieldRefusal } from '../errors/app-error.ts';

const known: ReadonlySet<string> = new Set(eventTypes);
const everyType: ReadonlySet<string> = new Set(['allEvents', '%']);

/**
 * The types of events that a query's `type` requests, repeated or joined by commas; undefined means all, as `allEvents`
 * does, and `%` of the field. Throws a refusal of one that no event has.
 */
export function requestedEventTypes(type: readonly string[] | undefined): readonly string[] | undefined {
  const types = type?.flatMap((text) => text.split(',')).filter((text) => text !== '');
  const unknown = types?.find((name) => !everyType.has(name) && !known.has(name));
  if (unknown !== undefined) {
    throw fieldRefusal('invalid-input', {
      path: 'query.type',
      message: `holds no type of event: ${unknown}`,
    });
  }
  return types?.length && !types.some((name) => everyType.has(name)) ? types : undefined;
}

/** A `timestamptz` as the contract carries instants: ISO 8601 in UTC with milliseconds. */
export function isoTime(column: string): RawBuilder<string> {
  return isoTimeOf(sql.ref(column));
}

/** The same of a time that is worked out. */
export function isoTimeOf(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char((${time}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The part of a list that is requested: `LIMIT … OFFSET …`. */
export function pageOf({ limit, offset }: PageQuery): RawBuilder<unknown> {
  return sql`LIMIT ${limit === undefined ? null : Number(limit)} OFFSET ${Number(offset ?? 0)}`;
}

/** Conditions that all must hold; those that are absent are left out. */
export function allOf(...conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length ? sql.join(given, sql` AND `) : sql`true`;
}

/** A condition that holds where one of these does; absent where all of them are. */
export function anyOf(...conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length ? sql`(${sql.join(given, sql` OR `)})` : undefined;
}

/** Whether one of these columns contains the text, as the map searches: accents and case ignored. For short lists. */
export function mentions(text: string, ...columns: (string | RawBuilder<unknown>)[]): RawBuilder<unknown> {
  const joined = sql.join(
    columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)),
    sql`, `,
  );
  return sql`strpos(fold_text(concat_ws(E'\\n', ${joined})), ${foldText(text.trim())}) > 0`;
}

/** A SELECT of the `id` of these groups and of all below them. */
export function groupsAndBelow(groupIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    WITH RECURSIVE below (id) AS (
      SELECT unnest(${groupIds}::integer[])
      UNION SELECT groups.id FROM groups JOIN below ON groups.group_id = below.id
    ) SELECT id FROM below`;
}

/** Whether a column holds one of these numbers, which come as text out of an address. */
export function isOneOf(column: string, ids: readonly string[] | undefined): RawBuilder<unknown> | undefined {
  return ids && sql`${sql.ref(column)} = ANY(${ids.map(Number)})`;
}

/** Whether a row of `events`, under this alias, is an open alarm (`isOpenAlarm` of the domain), as its indexes say it. */
export function openAlarmOf(alias: string): string {
  return `${alias}.type = '${alarmEventType}' AND ${alias}.handled_at IS NULL`;
}

/** Whether the row of an event under this alias has one of these alarms; one event may have several. */
export function bearsAlarm(alias: string, alarms: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`string_to_array(${sql.ref(`${alias}.attributes`)} ->> 'alarm', ',') && ${alarms}::text[]`;
}

/** A SELECT of the `id` of a group and of all groups that it is in. */
export function groupsAbove(groupId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    WITH RECURSIVE above (id) AS (
      SELECT ${groupId} WHERE ${groupId} IS NOT NULL
      UNION SELECT groups.group_id FROM groups JOIN above ON groups.id = above.id WHERE groups.group_id IS NOT NULL
    ) SELECT id FROM above`;
}

/** Of `ingest_processes`: a process that said nothing for so long takes no messages. */
export const unseenAfter = '20 seconds';

/** A long number: most texts here begin one often, at each of which `LIKE` compares on; `strpos` takes half of its time. */
const longNumber = /^[0-9].{6}/;

/**
 * Whether a text that `search_index` made when it was written (migration 0014) holds one of them, as a person types them. Of
 * words `LIKE` takes two thirds of the time of `strpos`.
 */
export function holdsOneOf(
  searchText: RawBuilder<unknown>,
  variants: readonly string[],
): RawBuilder<unknown> {
  const found = variants.map((variant) =>
    longNumber.test(variant)
      ? sql`strpos(${searchText}, ${variant}) > 0`
      : sql`${searchText} LIKE ${`%${asPattern(variant)}%`}`,
  );
  return sql`(${sql.join(found, sql` OR `)})`;
}

/** Escaped for a `LIKE`. */
const asPattern = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * SQL: whether a position's attributes are packed (migration 0212). No tracker's own look so (`storedAttributes` of ingest); those
 * of a release before may begin so.
 */
export const isPacked = (attributes: string) =>
  `(starts_with(${attributes}::text, '{"":"') AND ${attributes}::text ~ '^\\{"":"[0-9]{1,9}\\|[^"\\\\]*"\\}$')`;

/** SQL: a position's packed attributes as JSON, without the opening brace; as they are where their shape is not there. */
export const unpacked = (attributes: string) => `coalesce((
  SELECT format(s.template, VARIADIC string_to_array(substr(${attributes}::text, 6, length(${attributes}::text) - 7), '|'))
  FROM attribute_shapes AS s WHERE s.id = split_part(substr(${attributes}::text, 6, 12), '|', 1)::integer
), substr(${attributes}::text, 2))`;

/** SQL: a position's attributes as JSON, whichever way they are stored, but for what has columns. */
export const wholeAttributes = (attributes: string) =>
  `(CASE WHEN ${isPacked(attributes)} THEN ('{' || ${unpacked(attributes)})::json ELSE ${attributes} END)`;

/** SQL: what a position heard of its network; a single cell is stored as its numbers, its signal last where there is one. */
export const wholeNetwork = (network: string) => `
  CASE WHEN starts_with(${network}::text, '[') THEN format(
    '{"cellTowers":[{"mobileCountryCode":%s,"mobileNetworkCode":%s,"locationAreaCode":%s,"cellId":%s'
      || CASE json_array_length(${network}) WHEN 5 THEN ',"signalStrength":%s' ELSE '' END || '}]}',
    VARIADIC string_to_array(btrim(${network}::text, '[]'), ',')
  )::json ELSE ${network} END`;
