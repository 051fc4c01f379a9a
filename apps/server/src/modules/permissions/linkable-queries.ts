import {
  type Linkable,
  type LinkableKind,
  type LinkableQuery,
  linkedKeyOf,
} from '@atalaia/contract/accounts/linkable';
import { type LinkedKind, linkedKinds } from '@atalaia/contract/accounts/linked-kind';
import type { PermissionOwner } from '@atalaia/contract/accounts/permission';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { readIds } from '../../queries/read-ids.ts';
import { mentions } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleCustomers, visibleGroups } from '../../visibility/visible.ts';
import { linkedTables } from '../../visibility/ways.ts';
import { inheritedBy, isInherited } from './linkable-inheritance-queries.ts';
import { placeOf, visible } from './permissions-queries.ts';

interface Described {
  readonly table: string;
  /** Of a row `it` of that table. */
  readonly name: RawBuilder<string>;
  readonly detail: RawBuilder<string | null>;
  /** Columns a keyword is looked for in. */
  readonly searched: readonly string[];
}

/** The name of each kind's rows, and what distinguishes two of one name; by `name` alone by default. */
const described: Readonly<Record<LinkableKind, Described>> = {
  device: of('devices', 'name', sql`it.unique_id`, 'unique_id'),
  group: of('groups', 'name', sql`(SELECT above.name FROM groups AS above WHERE above.id = it.group_id)`),
  user: of('users', 'name', sql`it.email`, 'email', 'login'),
  calendar: of(linkedTables.calendar, 'name', sql`NULL`),
  ...(Object.fromEntries(
    linkedKinds.map((kind) => [kind, of(linkedTables[kind], 'name', sql`NULL`)]),
  ) as Record<LinkedKind, Described>),
  geofence: of(linkedTables.geofence, 'name', sql`it.description`, 'description'),
  driver: of(linkedTables.driver, 'name', sql`it.unique_id`, 'unique_id'),
  maintenance: of(linkedTables.maintenance, 'name', sql`it.type`, 'type'),
  // alarms differ by which ones they are
  notification: of(
    linkedTables.notification,
    'type',
    sql`nullif(concat_ws(',', it.attributes ->> 'alarms', it.notificators), '')`,
    'notificators',
  ),
  attribute: of(linkedTables.attribute, 'description', sql`it.attribute`, 'attribute'),
  responder: of(linkedTables.responder, 'name', sql`it.phone`, 'phone'),
  command: of(linkedTables.command, 'description', sql`it.type`, 'type'),
};

function of(table: string, name: string, detail: RawBuilder<string | null>, ...others: string[]): Described {
  return { table, name: sql<string>`${sql.ref(`it.${name}`)}`, detail, searched: [name, ...others] };
}

export interface LinkableFilter {
  readonly owner: PermissionOwner;
  readonly ownerId: number;
  readonly kind: LinkableKind;
  readonly query: Pick<LinkableQuery, 'keyword' | 'standing'>;
  readonly limit: number;
  readonly offset: number;
}

export interface LinkablePage {
  readonly total: number;
  readonly rows: readonly Linkable[];
}

/**
 * One page of what may be linked: own links, what is inherited, the rest, each by name. Each of the three is read on its
 * own along the index of names, so that one page of 100,000 does not sort them all.
 */
export async function findLinkables(
  db: Kysely<Schema>,
  viewer: Viewer,
  filter: LinkableFilter,
): Promise<LinkablePage> {
  const from = await candidates(db, viewer, filter);
  const { own, inherited, all } = await countLinkables(db, from, filter);
  const parts = [
    { standing: 'linked', count: own },
    { standing: 'inherited', count: inherited },
    { standing: 'free', count: all - own - inherited },
  ] as const;
  const chosen = parts.filter(({ standing }) => !filter.query.standing || standing === filter.query.standing);
  const ids: number[] = [];
  let total = 0;
  for (const { standing, count } of chosen) {
    const offset = Math.max(0, filter.offset - total);
    const limit = filter.limit - ids.length;
    if (limit > 0 && offset < count) {
      ids.push(...(await readIds(db, selectIds(from, filter, standing, { limit, offset }))));
    }
    total += count;
  }
  return { total, rows: await describeLinkables(db, viewer, filter, ids) };
}

type LinkState = 'linked' | 'inherited' | 'free';

/** What is between FROM and the condition on a link: `… WHERE …`. */
type Candidates = RawBuilder<unknown>;

/**
 * What the viewer sees of the kind and what fits his search; of users none who is above the owner, nor the owner. A
 * search reads them all: it is done once, and its finds stand for it from then on.
 */
async function candidates(
  db: Kysely<Schema>,
  viewer: Viewer,
  { ownerId, kind, query: { keyword } }: LinkableFilter,
): Promise<Candidates> {
  const [alias, item] = visible[linkedKeyOf(kind)];
  const managed = kind === 'user' ? sql`u.id NOT IN (${managersOf(ownerId)})` : sql`true`;
  if (!keyword) return sql`${item(viewer)} WHERE ${managed}`;
  const { table, searched } = described[kind];
  const isFound = mentions(keyword, ...searched.map((column) => `${alias}.${column}`));
  const found = await readIds(
    db,
    sql`SELECT ${sql.ref(`${alias}.id`)} FROM ${item(viewer)} WHERE ${managed} AND ${isFound}`,
  );
  return sql`unnest(${[...found]}::integer[]) AS found (id) JOIN ${sql.table(table)} AS ${sql.ref(alias)} USING (id) WHERE true`;
}

async function countLinkables(db: Kysely<Schema>, from: Candidates, filter: LinkableFilter) {
  const { rows } = await sql<{ own: number; inherited: number; all: number }>`
    SELECT (SELECT count(*) FROM ${from} AND ${hasState(filter, 'linked')}) AS own,
      (SELECT count(*) FROM ${from} AND ${hasState(filter, 'inherited')}) AS inherited,
      (SELECT count(*) FROM ${from}) AS all`.execute(db);
  return rows[0] ?? { own: 0, inherited: 0, all: 0 };
}

function selectIds(
  from: Candidates,
  filter: LinkableFilter,
  standing: LinkState,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): RawBuilder<unknown> {
  const [alias] = visible[linkedKeyOf(filter.kind)];
  const [name = ''] = described[filter.kind].searched;
  return sql`
    SELECT ${sql.ref(`${alias}.id`)} FROM ${from} AND ${hasState(filter, standing)}
    ORDER BY ${sql.ref(`${alias}.${name}`)} COLLATE "pt-BR-x-icu", ${sql.ref(`${alias}.id`)}
    LIMIT ${limit} OFFSET ${offset}`;
}

/** A user and whoever manages him, at any remove. */
function managersOf(userId: number): RawBuilder<unknown> {
  return sql`
    WITH RECURSIVE above (id) AS (
      SELECT ${userId}::integer
      UNION SELECT m.user_id FROM user_users AS m JOIN above ON above.id = m.managed_user_id
    ) SELECT id FROM above`;
}

function hasState({ owner, ownerId, kind }: LinkableFilter, standing: LinkState): RawBuilder<boolean> {
  const linked = linkedKeyOf(kind);
  const [alias] = visible[linked];
  const { table, ownerColumn, linkedColumn } = placeOf({ owner, linked });
  const own = sql<boolean>`EXISTS (SELECT FROM ${table} AS own
    WHERE own.${ownerColumn} = ${ownerId} AND own.${linkedColumn} = ${sql.ref(`${alias}.id`)})`;
  if (standing === 'linked') return own;
  const inherited = isInherited(owner, ownerId, kind, alias);
  return standing === 'inherited'
    ? sql<boolean>`NOT ${own} AND ${inherited}`
    : sql<boolean>`NOT ${own} AND NOT ${inherited}`;
}

async function describeLinkables(
  db: Kysely<Schema>,
  viewer: Viewer,
  { owner, ownerId, kind }: LinkableFilter,
  ids: readonly number[],
): Promise<Linkable[]> {
  if (!ids.length) return [];
  const { table, name, detail } = described[kind];
  const place = placeOf({ owner, linked: linkedKeyOf(kind) });
  const none = sql`SELECT 0 AS id, '' AS source, 0 AS source_id, 0 AS distance WHERE false`;
  const { rows } = await sql<Linkable>`
    SELECT it.id, coalesce(${name}, '') AS name, ${detail}::text AS detail, own.${place.linkedColumn} IS NOT NULL AS linked,
      CASE WHEN via.id IS NOT NULL THEN
        json_build_object('from', via.source, 'id', via.source_id, 'name', coalesce(seen_group.name, seen_customer.name))
      END AS inherited
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN ${sql.table(table)} AS it USING (id)
    LEFT JOIN ${place.table} AS own ON own.${place.ownerColumn} = ${ownerId} AND own.${place.linkedColumn} = it.id
    LEFT JOIN (
      SELECT DISTINCT ON (found.id) found.* FROM (${inheritedBy(owner, ownerId, kind) ?? none}) AS found
      WHERE found.id = ANY(${ids}::integer[]) ORDER BY found.id, found.distance
    ) AS via ON via.id = it.id
    LEFT JOIN (SELECT g.id, g.name FROM ${visibleGroups(viewer)}) AS seen_group
      ON via.source = 'group' AND seen_group.id = via.source_id
    LEFT JOIN (SELECT c.id, c.name FROM ${visibleCustomers(viewer)}) AS seen_customer
      ON via.source = 'customer' AND seen_customer.id = via.source_id
    ORDER BY one.place`.execute(db);
  return rows;
}
