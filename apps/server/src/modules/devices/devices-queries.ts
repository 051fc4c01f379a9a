import type { DeviceQuery } from '@atalaia/contract/device';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { DevicesTable, Schema } from '../../db/schema.ts';
import { type Page, readPage } from '../../reading/page.ts';
import { byName, byText, byValue, orderOf, type SortColumns } from '../../reading/sorting.ts';
import { allOf, isOneOf, mentions } from '../../reading/sql-fragments.ts';
import { type Viewer, visibleDevices } from '../sight/visible.ts';

export type DeviceRow = Selectable<DevicesTable>;

const sortColumns: SortColumns<NonNullable<DeviceQuery['sort']>> = {
  name: byName('d.name'),
  uniqueId: byName('d.unique_id'),
  groupName: byText('g.name'),
  customerName: byText('c.name'),
  status: byValue(
    sql`CASE WHEN d.disabled THEN 3 WHEN s.status = 'online' THEN 0 WHEN s.status = 'unknown' THEN 1 ELSE 2 END`,
  ),
  lastUpdate: byValue('s.last_update'),
  plate: byText(sql`d.attributes ->> 'plate'`),
  model: byText('d.model'),
  phone: byText('d.phone'),
  contact: byText('d.contact'),
  category: byText('d.category'),
};

/** The visible devices that fit the filters, by name unless they are sorted otherwise. */
export async function findDevices(db: Kysely<Schema>, viewer: Viewer, query: DeviceQuery): Promise<Page> {
  const { uniqueId, groupId, customerId, keyword, userId } = query;
  const select = {
    id: 'd.id',
    from: sql`${visibleDevices(viewer)}
      LEFT JOIN groups AS g ON g.id = d.group_id LEFT JOIN customers AS c ON c.id = d.customer_id
      LEFT JOIN device_state AS s ON s.device_id = d.id`,
    where: allOf(
      isOneOf('d.id', query.id),
      uniqueId && sql`d.unique_id = ANY(${uniqueId})`,
      query.direct === 'true' && userId !== undefined
        ? sql`d.id IN (SELECT device_id FROM user_devices WHERE user_id = ${Number(userId)})`
        : undefined,
      groupId === undefined ? undefined : sql`d.group_id IN (${groupAndBelow(Number(groupId))})`,
      customerId === undefined ? undefined : sql`d.customer_id = ${Number(customerId)}`,
      keyword ? mentionsKeyword(keyword) : undefined,
    ),
    orderBy: orderOf(query, sortColumns, 'd.id', sql`d.name COLLATE "pt-BR-x-icu", d.id`),
  };
  return readPage(db, select, query);
}

function groupAndBelow(groupId: number) {
  return sql`
    WITH RECURSIVE below (id) AS (
      SELECT ${groupId}::integer UNION SELECT groups.id FROM groups JOIN below ON groups.group_id = below.id
    ) SELECT id FROM below`;
}

/** A document is found with its punctuation and without. */
function mentionsKeyword(keyword: string) {
  const named = mentions(keyword, 'd.name', 'd.unique_id', 'g.name', 'c.name', 'c.cpf_cnpj');
  const plated = mentions(keyword, sql`d.attributes ->> 'plate'`);
  const bare = keyword.replaceAll(/[.\-/\s]/g, '');
  return sql`(${named} OR ${plated} OR ${bare ? mentions(bare, 'c.cpf_cnpj') : sql`false`})`;
}

/**
 * The row of a visible device; with `lock` nobody else changes it until the end of the transaction, while trackers go on
 * to write what refers to it.
 */
export async function findDevice(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
  lock?: 'lock',
): Promise<DeviceRow | undefined> {
  const { rows } = await sql<DeviceRow>`
    SELECT d.* FROM ${visibleDevices(viewer)} WHERE d.id = ${id} ${lock ? sql`FOR NO KEY UPDATE OF d` : sql``}`.execute(
    db,
  );
  return rows[0];
}

export async function insertDevice(db: Kysely<Schema>, values: Insertable<DevicesTable>): Promise<number> {
  const { id } = await db.insertInto('devices').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateDevice(
  db: Kysely<Schema>,
  id: number,
  values: Updateable<DevicesTable>,
): Promise<void> {
  await db.updateTable('devices').set(values).where('id', '=', id).execute();
}

/** The row, its links and its state at once; what is large follows (see `removed-devices.ts`). */
export async function deleteDevice(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('devices').where('id', '=', id).execute();
  await db.insertInto('removed_devices').values({ device_id: id }).execute();
}

export async function linkDevice(db: Kysely<Schema>, userId: number, deviceId: number): Promise<void> {
  await db.insertInto('user_devices').values({ user_id: userId, device_id: deviceId }).execute();
}

/** How many devices are linked to a user himself; his row is locked, so that two creations do not pass one limit. */
export async function countOwnDevices(db: Kysely<Schema>, userId: number): Promise<number> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom('user_devices')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
