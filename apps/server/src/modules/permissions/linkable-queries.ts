import {
  type Linkable,
  type LinkableKind,
  type LinkableQuery,
  linkedKeyOf,
} from '@atalaia/contract/linkable';
import type { PermissionOwner } from '@atalaia/contract/permission';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { readIds } from '../../reading/read-ids.ts';
import { allOf, mentions } from '../../reading/sql-fragments.ts';
import { type Viewer, visibleCustomers, visibleGroups } from '../sight/visible.ts';
import { placeOf } from './link-place.ts';
import { inheritedBy } from './linkable-inheritance.ts';
import { described } from './linkable-kinds.ts';
import { visible } from './permissions-queries.ts';

export interface LinkableWish {
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
  wish: LinkableWish,
): Promise<LinkablePage> {
  const { own, inherited, all } = await countLinkables(db, viewer, wish);
  const parts = [
    { standing: 'linked', count: own },
    { standing: 'inherited', count: inherited },
    { standing: 'free', count: all - own - inherited },
  ] as const;
  const wanted = parts.filter(({ standing }) => !wish.query.standing || standing === wish.query.standing);
  const ids: number[] = [];
  let total = 0;
  for (const { standing, count } of wanted) {
    const offset = Math.max(0, wish.offset - total);
    const limit = wish.limit - ids.length;
    if (limit > 0 && offset < count) {
      ids.push(...(await readIds(db, selectIds(viewer, wish, standing, { limit, offset }))));
    }
    total += count;
  }
  return { total, rows: await describeLinkables(db, viewer, wish, ids) };
}

type Standing = 'linked' | 'inherited' | 'free';

async function countLinkables(db: Kysely<Schema>, viewer: Viewer, wish: LinkableWish) {
  const from = candidates(viewer, wish);
  const { rows } = await sql<{ own: number; inherited: number; all: number }>`
    SELECT (SELECT count(*) FROM ${from} AND ${stands(wish, 'linked')}) AS own,
      (SELECT count(*) FROM ${from} AND ${stands(wish, 'inherited')}) AS inherited,
      (SELECT count(*) FROM ${from}) AS all`.execute(db);
  return rows[0] ?? { own: 0, inherited: 0, all: 0 };
}

function selectIds(
  viewer: Viewer,
  wish: LinkableWish,
  standing: Standing,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): RawBuilder<unknown> {
  const [alias] = visible[linkedKeyOf(wish.kind)];
  const [name = ''] = described[wish.kind].searched;
  return sql`
    SELECT ${sql.ref(`${alias}.id`)} FROM ${candidates(viewer, wish)} AND ${stands(wish, standing)}
    ORDER BY ${sql.ref(`${alias}.${name}`)} COLLATE "pt-BR-x-icu", ${sql.ref(`${alias}.id`)}
    LIMIT ${limit} OFFSET ${offset}`;
}

/** What the viewer sees of the kind and what fits his search; of users none who is above the owner, nor the owner. */
function candidates(viewer: Viewer, { ownerId, kind, query: { keyword } }: LinkableWish) {
  const [alias, item] = visible[linkedKeyOf(kind)];
  const columns = described[kind].searched.map((column) => `${alias}.${column}`);
  return sql`${item(viewer)} WHERE ${allOf(
    keyword ? mentions(keyword, ...columns) : sql`true`,
    kind === 'user' ? sql`u.id NOT IN (${managersOf(ownerId)})` : undefined,
  )}`;
}

/** A user and whoever manages him, at any remove. */
function managersOf(userId: number): RawBuilder<unknown> {
  return sql`
    WITH RECURSIVE above (id) AS (
      SELECT ${userId}::integer
      UNION SELECT m.user_id FROM user_users AS m JOIN above ON above.id = m.managed_user_id
    ) SELECT id FROM above`;
}

function stands({ owner, ownerId, kind }: LinkableWish, standing: Standing): RawBuilder<unknown> {
  const linked = linkedKeyOf(kind);
  const thing = sql.ref(`${visible[linked][0]}.id`);
  const { table, ownerColumn, linkedColumn } = placeOf({ owner, linked });
  const own = sql`EXISTS (SELECT FROM ${table} AS own WHERE own.${ownerColumn} = ${ownerId} AND own.${linkedColumn} = ${thing})`;
  if (standing === 'linked') return own;
  const inherited = inheritedBy(owner, ownerId, kind);
  const via = inherited
    ? sql`EXISTS (SELECT FROM (${inherited}) AS via WHERE via.id = ${thing})`
    : sql`false`;
  return standing === 'inherited' ? sql`NOT ${own} AND ${via}` : sql`NOT ${own} AND NOT ${via}`;
}

async function describeLinkables(
  db: Kysely<Schema>,
  viewer: Viewer,
  { owner, ownerId, kind }: LinkableWish,
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
