import type { SinisterQuery } from '@atalaia/contract/sinister';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Schema, SinistersTable } from '../../db/schema.ts';
import { readIds } from '../../reading/read-ids.ts';
import { allOf, mentions, pageOf } from '../../reading/sql-fragments.ts';
import type { Viewer } from '../sight/visible.ts';
import { visibleSinisters } from './visible-sinisters.ts';

export type SinisterRow = Selectable<SinistersTable>;

/** Numbers of the visible sinisters that fit the filters, newest first. */
export async function findSinisterIds(
  db: Kysely<Schema>,
  viewer: Viewer,
  query: SinisterQuery,
): Promise<Int32Array> {
  const { all, deviceId, customerId, keyword } = query;
  return readIds(
    db,
    sql`
    SELECT s.id FROM ${visibleSinisters(viewer)}
    WHERE ${allOf(
      all === 'true' ? undefined : sql`s.status = 'opened'`,
      deviceId === undefined ? undefined : sql`s.device_id = ${Number(deviceId)}`,
      customerId === undefined ? undefined : sql`s.customer_id = ${Number(customerId)}`,
      keyword ? mentions(keyword, ...searched) : undefined,
    )}
    ORDER BY s.number DESC ${pageOf(query)}`,
  );
}

const searched = [
  sql`s.number::text`,
  sql`s.device ->> 'name'`,
  sql`s.device ->> 'uniqueId'`,
  sql`s.device -> 'attributes' ->> 'plate'`,
  sql`s.customer ->> 'name'`,
];

export async function isSinisterVisible(db: Kysely<Schema>, viewer: Viewer, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${visibleSinisters(viewer, id)} WHERE s.id = ${id}`.execute(db);
  return rows.length > 0;
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
