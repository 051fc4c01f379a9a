/** A sinister and an occurrence as the contract describes them, written as JSON by PostgreSQL: the one place that maps their rows. */
import { type Kysely, sql } from 'kysely';
import { fieldRefusal } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';

/** A caller's clock may run ahead of ours by this. */
const aheadMs = 10 * 60_000;
const earliestMs = Date.UTC(2000, 0, 1);

/**
 * What a case describes has happened: a date ahead, or of long ago, is a slip of the hand. One far ahead would let the case
 * never be closed. Throws a 400 on its field.
 */
export function requireHappened(path: string, instant: string, nowMs = Date.now()): void {
  const atMs = Date.parse(instant);
  if (atMs >= earliestMs && atMs <= nowMs + aheadMs) return;
  throw fieldRefusal('invalid-input', { path, message: 'must lie between the year 2000 and now' });
}

/**
 * A SELECT over `occurrences AS o LEFT JOIN occurrence_images AS i`. The image is named by its address; whoever shows it
 * requests it.
 */
const occurrenceColumns = sql`
  SELECT o.id, o.sinister_id AS "sinisterId", o.category, ${isoTime('o.occurrence_date')} AS "occurrenceDate", o.address,
    o.description, o.reported_by AS "reportedBy",
    CASE WHEN i.occurrence_id IS NULL THEN o.attributes
      ELSE o.attributes || jsonb_build_object('file', format('/api/sinisters/%s/occurrences/%s/image', o.sinister_id, o.id))
    END AS attributes`;

const occurrences = sql`
  SELECT coalesce(jsonb_agg(o.id ORDER BY o.occurrence_date, o.id), '[]') AS ids,
    coalesce(json_agg(row_to_json(reported) ORDER BY o.occurrence_date, o.id), '[]') AS list
  FROM occurrences AS o LEFT JOIN occurrence_images AS i ON i.occurrence_id = o.id, LATERAL (${occurrenceColumns}) AS reported
  WHERE o.sinister_id = s.id`;

/** Sinisters in the order requested, with commas between; nothing is ''. Whether they may be seen is asked before. */
export async function describeSinisters(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN sinisters AS s USING (id), LATERAL (${occurrences}) AS happened, LATERAL (
      SELECT s.id, s.number, s.device_id AS "deviceId", coalesce(s.customer_id, 0) AS "customerId", s.device, s.customer,
        s.device -> 'attributes' ->> 'plate' AS "devicePlate",
        coalesce(s.device -> 'attributes' ->> 'vehicleModel', s.device ->> 'model') AS "deviceModel",
        s.device -> 'attributes' ->> 'color' AS "deviceColor",
        s.customer ->> 'name' AS "customerName", s.customer ->> 'phone' AS "customerPhone",
        s.opened_by AS "openedBy", ${isoTime('s.created_at')} AS "createdAt", s.status,
        ${isoTime('s.opening_date')} AS "openingDate", s.opening_type AS "openingType",
        s.opening_address AS "openingAddress", s.opening_latitude AS "openingLatitude",
        s.opening_longitude AS "openingLongitude", s.opening_description AS "openingDescription",
        ${isoTime('s.closed_at')} AS "closedAt", ${isoTime('s.closing_date')} AS "closingDate",
        s.closing_type AS "closingType", s.closed_by AS "closedBy", s.closing_address AS "closingAddress",
        s.closing_latitude AS "closingLatitude", s.closing_longitude AS "closingLongitude",
        s.closing_description AS "closingDescription", s.vehicle_damaged AS "vehicleDamaged",
        happened.ids AS "occurenceIds", happened.list AS occurrences, s.attributes
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

/** One occurrence; '' when it no longer exists. */
export async function describeOccurrence(db: Kysely<Schema>, id: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT row_to_json(reported)::text AS json
    FROM occurrences AS o LEFT JOIN occurrence_images AS i ON i.occurrence_id = o.id, LATERAL (${occurrenceColumns}) AS reported
    WHERE o.id = ${id}`.execute(db);
  return rows[0]?.json ?? '';
}

/** Every occurrence of a sinister, oldest first, with commas between. */
export async function describeOccurrencesOf(db: Kysely<Schema>, sinisterId: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(reported)::text, ',' ORDER BY o.occurrence_date, o.id), '') AS json
    FROM occurrences AS o LEFT JOIN occurrence_images AS i ON i.occurrence_id = o.id, LATERAL (${occurrenceColumns}) AS reported
    WHERE o.sinister_id = ${sinisterId}`.execute(db);
  return rows[0]?.json ?? '';
}
