import { mostTrailPlaces, type SinisterQuery } from '@atalaia/contract/sinisters/sinister';
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Schema, SinistersTable } from '../../platform/db/schema.ts';
import { labelsUnder, readsAs } from '../../queries/labelled-keys.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { byName, byText, byValue, orderOf, type SortColumns } from '../../queries/sorting.ts';
import { allOf, anyOf, isoTime, mentions } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleCustomers, visibleDevices } from '../../visibility/visible.ts';

export type SinisterRow = Selectable<SinistersTable>;

const sortColumns: SortColumns<NonNullable<SinisterQuery['sort']>> = {
  number: { by: sql`s.number`, mayBeNull: false },
  devicePlate: byText(sql`s.device -> 'attributes' ->> 'plate'`),
  deviceName: byText(sql`s.device ->> 'name'`),
  customerName: byText(sql`s.customer ->> 'name'`),
  openingType: byName('s.opening_type'),
  openingDate: byValue('s.opening_date'),
  closingType: byText('s.closing_type'),
  closingDate: byValue('s.closing_date'),
  openedBy: byName('s.opened_by'),
  status: byValue(sql`(s.status = 'closed')::integer`),
};

/** The visible sinisters that fit the filters, newest first unless they are sorted otherwise. */
export async function findSinisters(db: Kysely<Schema>, viewer: Viewer, query: SinisterQuery): Promise<Page> {
  const { all, deviceId, customerId, keyword } = query;
  const select = {
    id: 's.id',
    from: visibleSinisters(viewer),
    where: allOf(
      all === 'true' ? undefined : sql`s.status = 'opened'`,
      deviceId === undefined ? undefined : sql`s.device_id = ${Number(deviceId)}`,
      customerId === undefined ? undefined : sql`s.customer_id = ${Number(customerId)}`,
      keyword
        ? anyOf(mentions(keyword, ...searched), ...labelled.map((words) => readsAs(keyword, words)))
        : undefined,
    ),
    orderBy: orderOf(query, sortColumns, 's.id', sql`s.number DESC`),
  };
  return readPage(db, select, query);
}

const searched = [
  sql`s.number::text`,
  sql`s.device ->> 'name'`,
  sql`s.device ->> 'uniqueId'`,
  sql`s.device -> 'attributes' ->> 'plate'`,
  sql`s.customer ->> 'name'`,
];

const labelled = [
  { words: sql`ARRAY[s.opening_type]`, labels: labelsUnder('openingType') },
  {
    words: sql`ARRAY[s.status]`,
    labels: { opened: 'sinister.statusOpened', closed: 'sinister.statusClosed' },
  },
] as const;

export async function isSinisterVisible(db: Kysely<Schema>, viewer: Viewer, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${visibleSinisters(viewer, id)} WHERE s.id = ${id}`.execute(db);
  return rows.length > 0;
}

/** The row of a visible sinister. */
export async function findSinister(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
): Promise<SinisterRow | undefined> {
  const { rows } = await sql<SinisterRow>`
    SELECT s.* FROM ${visibleSinisters(viewer, id)} WHERE s.id = ${id}`.execute(db);
  return rows[0];
}

/** The row of a visible sinister; nobody else changes it until the end of the transaction. */
export async function lockSinister(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
): Promise<SinisterRow | undefined> {
  const { rows } = await sql<SinisterRow>`
    SELECT s.* FROM ${visibleSinisters(viewer, id)} WHERE s.id = ${id} FOR NO KEY UPDATE OF s`.execute(db);
  return rows[0];
}

/** Gives the case the installation's next number: openings go one after the other, so that none is left out. */
export async function insertSinister(
  db: Kysely<Schema>,
  values: Omit<Insertable<SinistersTable>, 'number'>,
): Promise<{ readonly id: number; readonly number: number }> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('sinisters'))`.execute(db);
  return db
    .insertInto('sinisters')
    .values({ ...values, number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM sinisters)` })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
}

export async function updateSinister(
  db: Kysely<Schema>,
  id: number,
  values: Updateable<SinistersTable>,
): Promise<void> {
  await db.updateTable('sinisters').set(values).where('id', '=', id).execute();
}

export async function openSinisterNumber(db: Kysely<Schema>, deviceId: number): Promise<number | undefined> {
  const open = await db
    .selectFrom('sinisters')
    .select('number')
    .where('device_id', '=', deviceId)
    .where('status', '=', 'opened')
    .executeTakeFirst();
  return open?.number;
}

/**
 * The places of a case's device from its opening to its closing, or to now, oldest first, as JSON with commas between. A
 * case of weeks has hundreds of thousands: they are thinned evenly, the last one always kept, and the map draws no less.
 */
export async function describeTrail(db: Kysely<Schema>, sinisterId: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    WITH way AS (
      SELECT p.device_id, p.fix_time, p.latitude, p.longitude,
        row_number() OVER (ORDER BY p.fix_time, p.id) AS place, count(*) OVER () AS places
      FROM sinisters AS s JOIN positions AS p ON p.device_id = s.device_id
        AND p.fix_time BETWEEN s.opening_date AND coalesce(s.closing_date, now() + interval '1 day')
      WHERE s.id = ${sinisterId} AND p.valid AND NOT p.outdated
    )
    SELECT coalesce(string_agg(json_build_object('deviceId', device_id, 'fixTime', ${isoTime('way.fix_time')},
      'latitude', latitude, 'longitude', longitude)::text, ',' ORDER BY place), '') AS json
    FROM way WHERE (place - 1) % greatest(1, (places + ${mostTrailPlaces - 3}) / ${mostTrailPlaces - 1}) = 0 OR place = places`.execute(
    db,
  );
  return rows[0]?.json ?? '';
}

/**
 * Who sees a sinister (ROLE-07): who sees its device. When the device was removed the case stays, for administrators and
 * for anybody who sees its customer.
 */
/**
 * A FROM item: the visible sinisters, as `s`. With `id` only that one is looked for: its device's number reaches into
 * every way of seeing devices, so that one costs no more than one device.
 */
export function visibleSinisters(viewer: Viewer, id?: number): RawBuilder<unknown> {
  if (viewer.administrator) return sql`sinisters AS s`;
  const only = (column: string, of: string) =>
    id === undefined
      ? sql`true`
      : sql`${sql.ref(column)} = (SELECT ${sql.ref(of)} FROM sinisters WHERE sinisters.id = ${id})`;
  return sql`(
    SELECT m.id FROM ${visibleDevices(viewer)} JOIN sinisters AS m ON m.device_id = d.id
    WHERE ${only('d.id', 'sinisters.device_id')}
    UNION SELECT m.id FROM ${visibleCustomers(viewer)} JOIN sinisters AS m ON m.customer_id = c.id
    WHERE ${only('c.id', 'sinisters.customer_id')} AND NOT EXISTS (SELECT FROM devices WHERE devices.id = m.device_id)
  ) AS seen_sinisters JOIN sinisters AS s ON s.id = seen_sinisters.id`;
}
