/** The list of devices: 100,000 rows, by any column, narrowed by any word, on any page, counted, all of one moment (the benchmark `lists`). */
import type { DeviceQuery } from '@atalaia/contract/devices/device';
import { searchVariants } from '@atalaia/domain/units/search-text';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { labelledKeys } from '../../queries/labelled-keys.ts';
import { fromNearerEnd, type Page, readPage } from '../../queries/page.ts';
import { readIds, unpackIds } from '../../queries/read-ids.ts';
import {
  byText,
  directionOf,
  instantKey,
  type PlaceKey,
  placeKey,
  type SortColumn,
} from '../../queries/sorting.ts';
import { allOf, anyOf, groupsAndBelow, holdsOneOf, isOneOf, pageOf } from '../../queries/sql-fragments.ts';
import { fewHiddenDevices, seesDevice, type Viewer } from '../../visibility/visible.ts';
import { isInState, looksAtStates, stateLabels } from './devices-queries.ts';

/** A column that the list of devices is sorted by. */
interface DeviceOrder extends SortColumn {
  /** There is an index in this order, with the device's number last. */
  readonly isIndexed?: true;
  /** It is a whole number or nothing. */
  readonly isPlace?: true;
  /** What the column is read from beside the device. */
  readonly joins?: RawBuilder<unknown>;
  /** Where that is quicker than a join: the number of every device that has a state, with the column as its `place`, and of those that are not among these `states`. */
  readonly places?: { readonly ofStates: RawBuilder<unknown>; readonly ofOthers: RawBuilder<unknown> };
}

/** A number for the place of each name, so that 100,000 devices are sorted by numbers. */
const placesOf = (names: RawBuilder<unknown>) => sql`
  SELECT named.id, dense_rank() OVER (ORDER BY named.name COLLATE "pt-BR-x-icu") AS place FROM ${names} AS named`;

/** By a word of the device's own, indexed in both directions; an empty one is missing. */
const byWord = (column: string): DeviceOrder => ({ ...byText(column), isIndexed: true });

/** By names that many devices share: of groups, of customers. */
const byPlace = (names: RawBuilder<unknown>, reference: string): DeviceOrder => ({
  by: sql`places.place`,
  mayBeNull: true,
  isPlace: true,
  joins: sql`LEFT JOIN (${placesOf(names)}) AS places ON places.id = ${sql.ref(reference)}`,
});

const state = sql`LEFT JOIN device_state AS s ON s.device_id = d.id`;

/** Of the states alone: joining 100,000 to their devices takes as long again. */
const placesOfStates = (ofState: RawBuilder<unknown>, without: RawBuilder<unknown>) => ({
  ofStates: sql`SELECT s.device_id AS id, ${ofState} AS place FROM device_state AS s`,
  ofOthers: sql`SELECT d.id, ${without} FROM devices AS d
    WHERE NOT EXISTS (SELECT FROM states WHERE states.id = d.id)`,
});

/** Out of an index of those that are: no device is looked at. */
const isDisabled = (id: RawBuilder<unknown>) => sql`${id} IN (SELECT id FROM devices WHERE disabled)`;

const placeOfStatus = (disabled: RawBuilder<unknown>) => sql`CASE WHEN ${disabled} THEN 3
  WHEN s.status = 'online' THEN 0 WHEN s.status = 'unknown' THEN 1 ELSE 2 END`;

const deviceOrders: Readonly<Record<NonNullable<DeviceQuery['sort']>, DeviceOrder>> = {
  name: { by: sql`d.name COLLATE "pt-BR-x-icu"`, mayBeNull: false, isIndexed: true },
  uniqueId: { by: sql`d.unique_id COLLATE "pt-BR-x-icu"`, mayBeNull: false, isIndexed: true },
  groupName: byPlace(sql`groups`, 'd.group_id'),
  customerName: byPlace(sql`customers`, 'd.customer_id'),
  status: {
    by: placeOfStatus(sql`d.disabled`),
    mayBeNull: false,
    isPlace: true,
    joins: state,
    places: placesOfStates(
      placeOfStatus(isDisabled(sql`s.device_id`)),
      sql`CASE WHEN ${isDisabled(sql`d.id`)} THEN 3 ELSE 2 END`,
    ),
  },
  lastUpdate: {
    by: sql`s.last_update`,
    mayBeNull: true,
    joins: state,
    places: placesOfStates(sql`s.last_update`, sql`NULL`),
  },
  model: byWord('d.model'),
  category: byWord('d.category'),
};

/** The visible devices that fit the filters, by name unless they are sorted otherwise. */
export async function findDevices(
  db: Kysely<Schema>,
  viewer: Viewer,
  query: DeviceQuery,
  bounds = walkBounds,
): Promise<Page> {
  const order = deviceOrders[query.sort ?? 'name'];
  const few = narrowFilters(query).filter((condition) => condition !== undefined);
  const direction = directionOf(query.sort && query.order, order);
  if (few.length > 0) {
    const many = [await mentionsKeyword(db, query.keyword), ...wideFilters(query)];
    const from = sql`devices AS d ${order.joins ?? sql``}`;
    const orderBy = sql`${order.by} ${direction.column}, d.id ${direction.id}`;
    const where = allOf(...few, ...many, viewer.administrator ? undefined : seesDevice(viewer));
    return readPage(db, { id: 'd.id', from, where, orderBy }, query);
  }
  // of one moment: whom a viewer does not see is read before, and nobody comes in between
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (within) => {
      // other processes begin, and hand over what they found, for as long as the whole takes without them
      await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(within);
      const hidden = await hiddenFrom(within, viewer);
      const filters = [await mentionsKeyword(within, query.keyword), ...wideFilters(query)];
      const given = filters.filter((condition) => condition !== undefined);
      if (given.length === 0 && hidden) return readAll(within, order, hidden, query);
      const condition = hidden ? notAmong(hidden) : seesDevice(viewer);
      const conditions = condition ? [...given, condition] : given;
      const others =
        hidden && !looksAtStates(query)
          ? await otherThan(within, allOf(...conditions), bounds.fewOthers)
          : undefined;
      if (others) return readAll(within, order, others, query);
      const { rows } = await narrowedBy(order, bounds)(order, direction, conditions, query).execute(within);
      const [row] = rows;
      return { ids: unpackIds(row?.packed ?? null), total: row?.total ?? undefined };
    });
}

/** Of so many devices that a viewer may not see it is found out whether he does, and that is remembered for the statement. */
const mostHidden = 1_000;

/**
 * Devices as filters look at all of them: the index `devices_words` holds what these ask for, but of the few whose text is
 * too long for any. `d.id` and the columns of the index alone.
 */
const devicesByWords = sql`(
  SELECT * FROM devices WHERE octet_length(search_text) < 1000
  UNION ALL SELECT * FROM devices WHERE octet_length(search_text) >= 1000
) AS d`;

/** The devices that do not fit; undefined where they are more than a few, which shows as soon as so many are met. */
async function otherThan(within: Kysely<Schema>, fits: RawBuilder<unknown>, few: number) {
  const others = await readIds(
    within,
    sql`SELECT d.id FROM ${devicesByWords} WHERE (${fits}) IS NOT TRUE LIMIT ${few + 1}`,
  );
  return others.length > few ? undefined : others;
}

/** The devices that a viewer does not see; undefined where they may be more than a few. */
async function hiddenFrom(within: Kysely<Schema>, viewer: Viewer): Promise<Int32Array | undefined> {
  if (viewer.administrator) return new Int32Array(0);
  const { rows } = await fewHiddenDevices(viewer, mostHidden).execute(within);
  return rows[0]?.known ? unpackIds(rows[0].hidden) : undefined;
}

const notAmong = (hidden: Int32Array) =>
  hidden.length > 0 ? sql`d.id <> ALL(${Array.from(hidden)}::integer[])` : undefined;

interface Found {
  /** Null unless a page was requested: who reads the whole list counts it himself. */
  readonly total: number | null;
  readonly packed: Buffer | null;
}

type Direction = ReturnType<typeof directionOf>;
type Statement = (
  order: DeviceOrder,
  direction: Direction,
  conditions: readonly RawBuilder<unknown>[],
  query: DeviceQuery,
) => RawBuilder<Found>;

function narrowedBy({ isIndexed, isPlace }: DeviceOrder, bounds: WalkBounds): Statement {
  if (isIndexed) return readInOrder(bounds);
  return isPlace ? sortPlaces : sortHits;
}

/**
 * All devices but a few: nothing is looked at but the order. They are counted before, so that a page in the farther half
 * is read from the end. Who reads the whole list counts it himself.
 */
async function readAll(
  within: Kysely<Schema>,
  order: DeviceOrder,
  hidden: Int32Array,
  query: DeviceQuery,
): Promise<Page> {
  const { joins = sql``, places, isPlace } = order;
  const isPaged = query.limit !== undefined;
  const { devices, highest } = isPaged || places ? await countDevices(within) : noDevices;
  const total = isPaged ? devices - hidden.length : undefined;
  const where = sql`WHERE ${allOf(notAmong(hidden))}`;
  if (places && total !== undefined && last.allHadStates) {
    const place = sql`d.place`;
    const ofInstants = [highest, query.order === 'desc', last.inMilliseconds] as const;
    const key = isPlace ? keyOf(place, query) : instantKey(place, sql`d.id`, ...ofInstants);
    const ids = await readKeys(within, key, sql`(${places.ofStates}) AS d ${where}`, query, total);
    if (ids) return { ids, total };
  }
  const { asked, isTurned } =
    total === undefined ? { asked: query, isTurned: false } : fromNearerEnd(query, total);
  const { column, id } = directionOf(query.sort && query.order, order, isTurned);
  const page = (from: RawBuilder<unknown>, by: RawBuilder<unknown>) =>
    isPlace
      ? pageOfKeys(keyOf(by, query), sql`${from} ${where}`, asked, isTurned)
      : sql`SELECT d.id FROM ${from} ${where} ORDER BY ${by} ${column}, d.id ${id} ${pageOf(asked)}`;
  const ids = places
    ? await readPlaced(within, places, devices, (from) => page(from, sql`d.place`))
    : await readIds(within, page(sql`devices AS d ${joins}`, order.by));
  return { ids: isTurned ? ids.reverse() : ids, total };
}

/** As the list was last read: where some have no state, or instants were vague, the states are not read for nothing again. */
const last = { allHadStates: true, inMilliseconds: false };

/**
 * A page by a number for each, where all of them have a state, and none on the page a vague one; else undefined. They are
 * sorted, the page is taken and all are counted in one look at the states. The row `k` of `n` is the first one that
 * `(k - ½) / n` of them do not exceed.
 */
async function readKeys(
  within: Kysely<Schema>,
  { key, idOf, isVague = () => sql`false` }: PlaceKey,
  from: RawBuilder<unknown>,
  query: DeviceQuery,
  total: number,
): Promise<Int32Array | undefined> {
  const passed = Number(query.offset ?? 0);
  const rows = Math.min(Number(query.limit), total - passed);
  if (rows <= 0) return new Int32Array(0);
  const shares = sql`SELECT array_agg((${passed}::float8 + i - 0.5) / ${total}) FROM generate_series(1, ${rows}::integer) AS i`;
  const { rows: found } = await sql<{ counted: number; isVague: boolean; packed: Buffer | null }>`
    SELECT read.counted, bool_or(${isVague(sql`one.key`)}) AS "isVague",
      string_agg(int4send(${idOf(sql`one.key`)}), ''::bytea ORDER BY one.place) AS packed
    FROM (
      SELECT count(*) AS counted, percentile_disc((${shares})::float8[]) WITHIN GROUP (ORDER BY keys.key) AS keys
      FROM (SELECT ${key} AS key FROM ${from}) AS keys
    ) AS read, unnest(read.keys) WITH ORDINALITY AS one (key, place)
    GROUP BY read.counted`.execute(within);
  const [row] = found;
  last.allHadStates = row?.counted === total;
  if (row?.isVague) last.inMilliseconds = !last.inMilliseconds;
  return last.allHadStates && !row?.isVague ? unpackIds(row?.packed ?? null) : undefined;
}

/** A page of the states, which are read once, and where some of the devices have none, of those too. */
async function readPlaced(
  within: Kysely<Schema>,
  { ofStates, ofOthers }: NonNullable<DeviceOrder['places']>,
  devices: number,
  page: (from: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Int32Array> {
  const { rows } = await sql<{ states: number; packed: Buffer | null }>`
    WITH states AS MATERIALIZED (${ofStates}), counted AS MATERIALIZED (SELECT count(*) AS states FROM states)
    SELECT states, CASE WHEN states = ${devices} THEN ${packedIds(page(sql`states AS d`))}
      ELSE ${packedIds(page(sql`(SELECT id, place FROM states UNION ALL ${ofOthers}) AS d`))} END AS packed
    FROM counted`.execute(within);
  last.allHadStates = rows[0]?.states === devices;
  return unpackIds(rows[0]?.packed ?? null);
}

const noDevices = { devices: 0, highest: 0 };

async function countDevices(within: Kysely<Schema>): Promise<typeof noDevices> {
  const { rows } = await sql<typeof noDevices>`
    SELECT (SELECT count(*) FROM devices) AS devices,
      (SELECT max(id) FROM devices) AS highest`.execute(within);
  return rows[0] ?? noDevices;
}

/** The rank of each and its number as one number: comparing words of a language takes ten times as long. */
const keyOf = (by: RawBuilder<unknown>, { order }: DeviceQuery) => placeKey(by, sql`d.id`, order === 'desc');

const pageOfKeys = (
  { key, idOf }: ReturnType<typeof placeKey>,
  from: RawBuilder<unknown>,
  query: DeviceQuery,
  isTurned = false,
) => sql`
  SELECT ${idOf(sql`sorted.key`)} AS id
  FROM (SELECT ${key} AS key FROM ${from} ORDER BY key ${isTurned ? sql`DESC` : sql``} ${pageOf(query)}) AS sorted`;

/** When an index in the order requested is walked. */
interface WalkBounds {
  /** Where no more than so many do not fit, all others are read as where no filter is: they are not remembered one by one. */
  readonly fewOthers: number;
  /** So few are sorted as they come. */
  readonly fewHits: number;
  /** Where so many fit, the next one is not far: fewer may all be at the other end of the order. */
  readonly manyHits: number;
  /** So many may be passed over once more while the page is looked for. */
  readonly nearRows: number;
}

const walkBounds: WalkBounds = { fewOthers: 1_000, fewHits: 2_000, manyHits: 30_000, nearRows: 1_000 };

/**
 * Where few fit, they are sorted. Where many do, an index in the order requested is walked up to the end of
 * the page: near its beginning each row is asked again whether it fits, farther in and of fewer a hash table of the hits decides.
 * `CASE` and `IS TRUE` keep the planner from guessing that few fit, and from a join: both would be sorted afterwards.
 */
const readInOrder =
  ({ fewHits, manyHits, nearRows }: WalkBounds): Statement =>
  ({ by }, { column, id }, conditions, query) => {
    const isHit = allOf(...conditions);
    const isNear = Number(query.offset ?? 0) < nearRows;
    const walk = sql`(d.id IN (SELECT hits.id FROM hits)) IS TRUE`;
    const page = (fits: RawBuilder<unknown>) =>
      packedIds(sql`
        SELECT d.id FROM devices AS d WHERE ${fits} ORDER BY ${by} ${column}, d.id ${id} ${pageOf(query)}`);
    return sql<Found>`
      WITH hits AS MATERIALIZED (SELECT d.id FROM ${devicesByWords} WHERE ${isHit}),
        counted AS MATERIALIZED (SELECT count(*) FROM hits)
      SELECT ${query.limit === undefined ? sql`NULL` : sql`counted.count`} AS total,
        CASE ${isNear ? sql`WHEN counted.count > ${sql.lit(manyHits)} THEN ${page(sql`CASE WHEN ${isHit} THEN true END`)}` : sql``}
          WHEN counted.count > ${sql.lit(fewHits)} THEN ${page(walk)}
          ELSE ${page(sql`d.id = ANY(ARRAY(SELECT hits.id FROM hits))`)} END AS packed
      FROM counted`;
  };

const sortHits: Statement = ({ by, joins = sql`` }, { column, id }, conditions, query) => sql<Found>`
  WITH hits AS MATERIALIZED (
    SELECT d.id, ${by} AS place FROM ${devicesByWords} ${joins} WHERE ${allOf(...conditions)}
  )
  SELECT ${totalOf(sql`hits`, query)},
    ${packed(sql`SELECT hits.id FROM hits ORDER BY hits.place ${column}, hits.id ${id} ${pageOf(query)}`)}`;

/** The same by the rank of each. */
const sortPlaces: Statement = ({ by, joins = sql`` }, _direction, conditions, query) => {
  const { key, idOf } = keyOf(by, query);
  return sql<Found>`
    WITH hits AS MATERIALIZED (
      SELECT ${key} AS key FROM ${devicesByWords} ${joins} WHERE ${allOf(...conditions)}
    )
    SELECT ${totalOf(sql`hits`, query)},
      ${packed(pageOfKeys({ key: sql`hits.key`, idOf }, sql`hits`, query))}`;
};

function totalOf(rows: RawBuilder<unknown>, { limit }: DeviceQuery) {
  return limit === undefined ? sql`NULL AS total` : sql`(SELECT count(*) FROM ${rows}) AS total`;
}

const packedIds = (page: RawBuilder<unknown>) =>
  sql`(SELECT string_agg(int4send(page.id), ''::bytea) FROM (${page}) AS page)`;

const packed = (page: RawBuilder<unknown>) => sql`${packedIds(page)} AS packed`;

/** What leaves a few, which an index finds. */
function narrowFilters({ id, deviceId, uniqueId, customerId, inherited, userId }: DeviceQuery) {
  return [
    isOneOf('d.id', id),
    isOneOf('d.id', deviceId === undefined ? undefined : [deviceId]),
    // an identifier may hold a comma itself
    uniqueId && sql`d.unique_id = ANY(${[...uniqueId, ...uniqueId.flatMap((text) => text.split(','))]})`,
    inherited !== 'true' && userId !== undefined
      ? sql`d.id IN (SELECT device_id FROM user_devices WHERE user_id = ${Number(userId)})`
      : undefined,
    customerId === undefined ? undefined : sql`d.customer_id = ${Number(customerId)}`,
  ];
}

/** What may leave nearly all. */
function wideFilters({ groupId, status, category }: DeviceQuery) {
  return [
    groupId === undefined ? undefined : sql`d.group_id IN (${groupsAndBelow([Number(groupId)])})`,
    category === undefined ? undefined : sql`d.category = ${category}`,
    status === 'disabled' ? sql`d.disabled` : status && isInState([status]),
  ];
}

/** So many groups or customers are named to the planner, which then looks each device up among them; none costs nothing. */
const mostNamed = 5_000;

/**
 * In the device itself, its group and its customer, and in what its state is called. Groups and customers are found
 * first: they are fewer, and not read with every device; states are looked at for a keyword that one is called by.
 */
async function mentionsKeyword(db: Kysely<Schema>, keyword: string | undefined) {
  const variants = searchVariants(keyword ?? '');
  if (variants.length === 0) return undefined;
  const states = labelledKeys(keyword, stateLabels);
  const groups = sql`SELECT g.id FROM groups AS g WHERE ${holdsOneOf(sql`search_index(g.name)`, variants)}`;
  const customers = sql`SELECT c.id FROM customers AS c WHERE ${holdsOneOf(sql`c.search_text`, variants)}`;
  const isAmong = async (column: RawBuilder<unknown>, found: RawBuilder<unknown>) => {
    const ids = await readIds(db, sql`${found} LIMIT ${mostNamed}`);
    if (ids.length === 0) return undefined;
    return ids.length < mostNamed
      ? sql`${column} = ANY(${Array.from(ids)}::integer[])`
      : sql`${column} IN (${found})`;
  };
  return anyOf(
    holdsOneOf(sql`d.search_text`, variants),
    await isAmong(sql`d.group_id`, groups),
    await isAmong(sql`d.customer_id`, customers),
    states.includes('disabled') ? sql`d.disabled` : undefined,
    isInState(states.filter((state) => state !== 'disabled')),
  );
}
