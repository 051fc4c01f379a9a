/** Devices and customers whose events open no alarm for a while (DESK-16). */
import type { SilenceInput, SilenceQuery } from '@atalaia/contract/desk/silence';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleCustomers, visibleDevices } from '../../visibility/visible.ts';

const inForce = sql`s.ended_at IS NULL AND s.until > now()`;
const seenBy = (viewer: Viewer) => sql`(s.device_id IN (SELECT d.id FROM ${visibleDevices(viewer)})
  OR s.customer_id IN (SELECT c.id FROM ${visibleCustomers(viewer)}))`;

/** The contract's Silences, those that end first before others, as JSON with commas between. */
export async function describeSilences(
  db: Kysely<Schema>,
  viewer: Viewer,
  query: SilenceQuery & { readonly id?: number },
): Promise<string> {
  const deviceId = query.deviceId === undefined ? undefined : Number(query.deviceId);
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY s.until, s.id), '') AS json
    FROM silences AS s LEFT JOIN devices AS d ON d.id = s.device_id LEFT JOIN customers AS c ON c.id = s.customer_id, LATERAL (
      SELECT s.id, coalesce(s.device_id, 0) AS "deviceId", coalesce(s.customer_id, 0) AS "customerId",
        d.name AS "deviceName", d.attributes ->> 'plate' AS plate, c.name AS "customerName", s.reason, s.note,
        ${isoTime('s.created_at')} AS "createdAt", s.created_by_name AS "createdBy", ${isoTime('s.until')} AS until
    ) AS shown
    WHERE ${inForce} AND ${seenBy(viewer)}
      AND ${query.id === undefined ? sql`true` : sql`s.id = ${query.id}`}
      AND ${
        deviceId === undefined
          ? sql`true`
          : sql`(s.device_id = ${deviceId} OR s.customer_id = (SELECT customer_id FROM devices WHERE id = ${deviceId}))`
      }`.execute(db);
  return rows[0]?.json ?? '';
}

/** The one before of the same device or customer ends. */
export async function insertSilence(
  db: Kysely<Schema>,
  input: SilenceInput,
  by: { readonly userId: number; readonly userName: string },
): Promise<number> {
  const { deviceId = null, customerId = null } = input;
  await sql`
    UPDATE silences AS s SET ended_at = now()
    WHERE ${inForce} AND s.device_id IS NOT DISTINCT FROM ${deviceId}::int
      AND s.customer_id IS NOT DISTINCT FROM ${customerId}::int`.execute(db);
  const { id } = await db
    .insertInto('silences')
    .values({
      device_id: deviceId,
      customer_id: customerId,
      reason: input.reason,
      note: input.note ?? null,
      created_by: by.userId,
      created_by_name: by.userName,
      until: input.until,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What it was about; undefined where none is in force that one sees. */
export async function endSilence(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
): Promise<SilenceSubject | undefined> {
  const { rows } = await sql<SilenceSubject>`
    UPDATE silences AS s SET ended_at = now() WHERE s.id = ${id} AND ${inForce} AND ${seenBy(viewer)}
    RETURNING s.device_id AS "deviceId", s.customer_id AS "customerId"`.execute(db);
  return rows[0];
}

interface SilenceSubject {
  readonly deviceId?: number | null | undefined;
  readonly customerId?: number | null | undefined;
}

/** Open alarms of what a silence is about: their screens show it, and its end. */
export async function openAlarmsOf(db: Kysely<Schema>, of: SilenceSubject): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE alarms SET version = version + 1
    WHERE closed_at IS NULL AND (device_id = ${of.deviceId ?? null}::int OR customer_id = ${of.customerId ?? null}::int) RETURNING id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
