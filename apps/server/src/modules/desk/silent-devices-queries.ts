/** "Sem comunicação" (DESK-17): by the index of last contacts; a row leaves by itself, since it is read from the state. */
import type { SilentDeviceInput, SilentDeviceQuery } from '@atalaia/contract/desk/no-communication';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { allOf, isoTime, mentions } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';

export interface SilenceHours {
  readonly silentHoursIgnitionOn: number;
  readonly silentHoursParked: number;
}

/** By customer, then the longest silent first; with `deviceId` that one, if it is among them. */
export function findSilentDevices(
  db: Kysely<Schema>,
  viewer: Viewer,
  query: SilentDeviceQuery & { readonly deviceId?: number },
  { silentHoursIgnitionOn, silentHoursParked }: SilenceHours,
): Promise<Page> {
  const { customerId, userId, keyword, deviceId } = query;
  const shortest = Math.min(silentHoursIgnitionOn, silentHoursParked);
  const where = allOf(
    sql`s.last_update < now() - ${shortest}::int * interval '1 hour'`,
    sql`s.last_update < now() - (CASE WHEN s.ignition THEN ${silentHoursIgnitionOn}::int ELSE ${silentHoursParked}::int END)
      * interval '1 hour'`,
    sql`NOT d.disabled`,
    customerId === undefined ? undefined : sql`d.customer_id = ${Number(customerId)}`,
    userId === undefined ? undefined : sql`n.user_id = ${Number(userId)}`,
    deviceId === undefined ? undefined : sql`d.id = ${deviceId}`,
    keyword
      ? mentions(keyword, 'd.name', sql`d.attributes ->> 'plate'`, 'c.name', 'd.phone', 'n.reason')
      : undefined,
  );
  const from = sql`${visibleDevices(viewer)} JOIN device_state AS s ON s.device_id = d.id
    LEFT JOIN silent_devices AS n ON n.device_id = d.id LEFT JOIN customers AS c ON c.id = d.customer_id`;
  const orderBy = sql`c.name COLLATE "pt-BR-x-icu" NULLS LAST, s.last_update, d.id`;
  return readPage(db, { id: 'd.id', from, where, orderBy }, query);
}

/** The contract's SilentDevices in the order of their numbers, as JSON with commas between. */
export async function describeSilentDevices(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY page.place), '') AS json
    FROM unnest(${ids}::int[]) WITH ORDINALITY AS page (id, place)
    JOIN devices AS d ON d.id = page.id JOIN device_state AS s ON s.device_id = d.id
    LEFT JOIN silent_devices AS n ON n.device_id = d.id LEFT JOIN customers AS c ON c.id = d.customer_id
    LEFT JOIN users AS u ON u.id = n.user_id, LATERAL (
      SELECT d.id AS "deviceId", d.name AS "deviceName", d.attributes ->> 'plate' AS plate, d.category, d.model,
        coalesce(d.customer_id, 0) AS "customerId", c.name AS "customerName", coalesce(c.cellphone, c.phone) AS "customerPhone",
        d.phone, coalesce(s.position -> 'attributes' ->> 'iccid', d.attributes ->> 'iccid') AS iccid,
        ${isoTime('s.last_update')} AS "lastUpdate", round(extract(epoch FROM now() - s.last_update) / 360)::float8 / 10 AS "silentHours",
        s.ignition, s.latitude, s.longitude, s.position ->> 'address' AS address,
        CASE WHEN jsonb_typeof(s.position::jsonb -> 'attributes' -> 'power') = 'number'
          THEN (s.position::jsonb -> 'attributes' ->> 'power')::float8 END AS power,
        n.reason, ${isoTime('n.next_contact_at')} AS "nextContactAt", coalesce(n.user_id, 0) AS "userId", u.name AS "userName",
        ${isoTime('n.updated_at')} AS "updatedAt"
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

export async function writeSilentDevice(
  db: Kysely<Schema>,
  deviceId: number,
  input: SilentDeviceInput,
): Promise<void> {
  const { reason, nextContactAt, userId } = input;
  await sql`
    INSERT INTO silent_devices AS n (device_id, reason, next_contact_at, user_id)
    VALUES (${deviceId}, ${reason ?? null}, ${nextContactAt ?? null}::timestamptz, ${userId || null}::int)
    ON CONFLICT (device_id) DO UPDATE SET updated_at = now(),
      reason = CASE WHEN ${reason !== undefined}::boolean THEN excluded.reason ELSE n.reason END,
      next_contact_at = CASE WHEN ${nextContactAt !== undefined}::boolean THEN excluded.next_contact_at ELSE n.next_contact_at END,
      user_id = CASE WHEN ${userId !== undefined}::boolean THEN excluded.user_id ELSE n.user_id END`.execute(
    db,
  );
}
