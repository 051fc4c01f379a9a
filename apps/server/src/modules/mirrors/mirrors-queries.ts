import type { MirrorLogQuery, MirrorQuery } from '@atalaia/contract/devices/mirror';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { MirrorsTable, Schema } from '../../platform/db/schema.ts';
import type { JsonList } from '../../platform/http/json-text.ts';
import { type Page, readPage, totalOf } from '../../queries/page.ts';
import { byName, byText, byValue, orderOf, type SortColumns } from '../../queries/sorting.ts';
import { allOf, isoTime, mentions, pageOf } from '../../queries/sql-fragments.ts';

export type MirrorRow = Selectable<MirrorsTable>;

const sortColumns: SortColumns<NonNullable<MirrorQuery['sort']>> = {
  name: byName('m.name'),
  kind: byText(sql`m.kind`),
  address: byText(sql`m.address`),
  activeFrom: byValue('m.active_from'),
  activeUntil: byValue('m.active_until'),
};

export function findMirrors(db: Kysely<Schema>, query: MirrorQuery): Promise<Page> {
  const { keyword } = query;
  const select = {
    id: 'm.id',
    from: sql`mirrors AS m`,
    where: allOf(keyword ? mentions(keyword, 'm.name', 'm.address', 'm.authorized_by') : undefined),
    orderBy: orderOf(query, sortColumns, 'm.id', sql`m.name COLLATE "pt-BR-x-icu", m.id`),
  };
  return readPage(db, select, query);
}

/** In the order requested, with commas between; those that were removed are left out. */
export async function describeMirrors(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN mirrors AS m USING (id)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(count) FILTER (WHERE outcome = 'sent'), 0)::float8 AS sent,
        coalesce(sum(count) FILTER (WHERE outcome = 'failed'), 0)::float8 AS failed,
        coalesce(sum(count) FILTER (WHERE outcome = 'dropped'), 0)::float8 AS dropped,
        max(last_at) FILTER (WHERE outcome = 'sent') AS last_sent
      FROM mirror_log WHERE mirror_id = m.id AND hour > now() - interval '24 hours'
    ) AS day
    LEFT JOIN LATERAL (
      SELECT reason, last_at FROM mirror_log
      WHERE mirror_id = m.id AND hour > now() - interval '24 hours' AND outcome <> 'sent' ORDER BY last_at DESC LIMIT 1
    ) AS trouble ON true,
    LATERAL (
      SELECT m.id, m.name, m.kind, m.address, m.method, m.enabled,
        ARRAY(SELECT id FROM devices WHERE id = ANY(m.device_ids) ORDER BY 1) AS "deviceIds",
        ARRAY(SELECT id FROM groups WHERE id = ANY(m.group_ids) ORDER BY 1) AS "groupIds",
        ARRAY(SELECT id FROM customers WHERE id = ANY(m.customer_ids) ORDER BY 1) AS "customerIds",
        ${isoTime('m.active_from')} AS "activeFrom", ${isoTime('m.active_until')} AS "activeUntil",
        m.authorized_by AS "authorizedBy", m.reason, m.sealed_authorization IS NOT NULL AS "hasAuthorization",
        (SELECT count(*) FROM mirrored_devices(m)) AS devices, day.sent, day.failed, day.dropped,
        ${isoTime('day.last_sent')} AS "lastSentAt", trouble.reason AS "lastTrouble",
        ${isoTime('trouble.last_at')} AS "lastTroubleAt"
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

export const lockMirror = (db: Kysely<Schema>, id: number): Promise<MirrorRow | undefined> =>
  db.selectFrom('mirrors').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function insertMirror(db: Kysely<Schema>, values: Insertable<MirrorsTable>): Promise<number> {
  const { id } = await db.insertInto('mirrors').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateMirror(
  db: Kysely<Schema>,
  id: number,
  values: Updateable<MirrorsTable>,
): Promise<void> {
  await db.updateTable('mirrors').set(values).where('id', '=', id).execute();
}

export async function deleteMirror(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('mirrors').where('id', '=', id).execute();
}

/** Hours of devices, the newest first. */
export async function listLog(
  db: Kysely<Schema>,
  mirrorId: number,
  query: MirrorLogQuery,
): Promise<JsonList> {
  const where = allOf(
    sql`l.mirror_id = ${mirrorId}`,
    query.outcome ? sql`l.outcome = ${query.outcome}` : undefined,
  );
  const { rows } = await sql<{ json: string; found: number }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ','), '') AS json, count(*)::int AS found FROM (
      SELECT ${isoTime('l.hour')} AS hour, l.device_id AS "deviceId", d.name AS "deviceName", l.outcome, l.reason, l.count,
        ${isoTime('l.last_at')} AS "lastAt"
      FROM mirror_log AS l LEFT JOIN devices AS d ON d.id = l.device_id
      WHERE ${where} ORDER BY l.hour DESC, l.last_at DESC, l.device_id, l.outcome, l.reason ${pageOf(query)}
    ) AS shown`.execute(db);
  const { json = '', found = 0 } = rows[0] ?? {};
  const pieces = (async function* () {
    yield json;
  })();
  if (query.limit === undefined) return { rows: pieces, total: undefined };
  const known = totalOf(found, query);
  if (known !== undefined) return { rows: pieces, total: known };
  const counted = await sql<{
    total: number;
  }>`SELECT count(*)::int AS total FROM mirror_log AS l WHERE ${where}`.execute(db);
  return { rows: pieces, total: counted.rows[0]?.total ?? 0 };
}

export async function forgetLog(db: Kysely<Schema>, days: number): Promise<void> {
  await sql`DELETE FROM mirror_log WHERE hour < now() - ${days} * interval '1 day'`.execute(db);
}
