import type { SinisterQuery } from '@atalaia/contract/sinisters/sinister';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Schema, SinistersTable } from '../../platform/db/schema.ts';
import { labelsUnder, readsAs } from '../../queries/labelled-keys.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { byName, byText, byValue, orderOf, type SortColumns } from '../../queries/sorting.ts';
import { allOf, anyOf, mentions } from '../../queries/sql-fragments.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { visibleSinisters } from './visible-sinisters-queries.ts';

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
