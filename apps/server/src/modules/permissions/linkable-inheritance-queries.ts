/** What an owner has without a link of his own: through groups, and devices in every place that `ways.ts` names. */
import { type LinkableKind, linkableKindSchema, linkedKeyOf } from '@atalaia/contract/accounts/linkable';
import type { PermissionLinked, PermissionOwner } from '@atalaia/contract/accounts/permission';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { seenIds, visibleGroups } from '../../visibility/visible.ts';
import { visibleNouns } from '../../visibility/ways.ts';

type Inherited = RawBuilder<unknown> | undefined;

/** What gives devices to a user without a link, the nearest first. */
const placesOfDevice = visibleNouns.device.ways.filter((way) => way.by === 'place');

/**
 * Whether a row is inherited, as a condition on its row under this alias. A device is asked for its group and its
 * customer: a list of all the devices that they give would be far longer than the one of groups and customers.
 */
export function isInherited(
  owner: PermissionOwner,
  ownerId: number,
  kind: LinkableKind,
  alias: string,
): RawBuilder<boolean> {
  if (owner === 'userId' && kind === 'device') {
    const conditions = placesOfDevice.map(
      ({ of, column }) => sql`coalesce(${sql.ref(`${alias}.${column}`)}, 0) IN (${seenIds(of, ownerId)})`,
    );
    return sql<boolean>`(${sql.join(conditions, sql` OR `)})`;
  }
  const inherited = inheritedBy(owner, ownerId, kind);
  return inherited
    ? sql<boolean>`${sql.ref(`${alias}.id`)} IN (SELECT via.id FROM (${inherited}) AS via)`
    : sql<boolean>`false`;
}

/**
 * What is inherited as a SELECT of `(id, source, source_id, distance)`: the row, whether a group or a customer gives
 * it, which one, and how far off that is. Undefined where nothing can be inherited.
 */
export function inheritedBy(owner: PermissionOwner, ownerId: number, kind: LinkableKind): Inherited {
  if (owner === 'userId') return inheritedByUser(ownerId, kind);
  const first = owner === 'deviceId' ? sql`devices` : sql`groups`;
  return sql`
    WITH RECURSIVE chain (id, distance) AS (
      SELECT group_id, 1 FROM ${first} WHERE id = ${ownerId}
      UNION ALL SELECT g.group_id, chain.distance + 1 FROM groups AS g JOIN chain ON chain.id = g.id
    )
    SELECT ${linkedIdOf('m', kind)} AS id, 'group' AS source, chain.id AS source_id, chain.distance
    FROM ${sql.table(`group_${kind}s`)} AS m JOIN chain ON chain.id = m.group_id`;
}

export interface InheritedLink {
  readonly id: number;
  readonly source: string;
  readonly sourceId: number;
}

/** Which of these an owner has without a link of his own, each with the nearest that gives it. */
export async function inheritedAmong(
  db: Kysely<Schema>,
  owner: PermissionOwner,
  ownerId: number,
  linked: PermissionLinked,
  ids: readonly number[],
): Promise<readonly InheritedLink[]> {
  const kind = linkableKindSchema.options.find((one) => linkedKeyOf(one) === linked);
  const inherited = kind && inheritedBy(owner, ownerId, kind);
  if (!inherited) return [];
  const { rows } = await sql<InheritedLink>`
    SELECT DISTINCT ON (via.id) via.id, via.source, via.source_id AS "sourceId" FROM (${inherited}) AS via
    WHERE via.id = ANY(${ids}::integer[]) ORDER BY via.id, via.distance`.execute(db);
  return rows;
}

function inheritedByUser(userId: number, kind: LinkableKind): Inherited {
  const user = { userId, administrator: false };
  if (kind === 'calendar' || kind === 'user') return undefined;
  if (kind === 'device') {
    const selects = placesOfDevice.map(
      ({ of, column }, index) => sql`
        SELECT m.id, ${of}::text AS source, place.id AS source_id, ${index + 1}::integer AS distance
        FROM (${seenIds(of, userId)}) AS place JOIN devices AS m ON ${sql.ref(`m.${column}`)} = place.id`,
    );
    return sql.join(selects, sql` UNION ALL `);
  }
  if (kind === 'group') {
    return sql`
      WITH RECURSIVE below (id, root, distance) AS (
        SELECT g.id, g.group_id, 1 FROM groups AS g JOIN user_groups AS m USING (group_id) WHERE m.user_id = ${userId}
        UNION ALL SELECT g.id, below.root, below.distance + 1 FROM groups AS g JOIN below ON below.id = g.group_id
      )
      SELECT id, 'group' AS source, root AS source_id, distance FROM below`;
  }
  return sql`
    SELECT ${linkedIdOf('m', kind)} AS id, 'group' AS source, g.id AS source_id, 1 AS distance
    FROM ${visibleGroups(user)} JOIN ${sql.table(`group_${kind}s`)} AS m ON m.group_id = g.id`;
}

function linkedIdOf(alias: string, kind: LinkableKind): RawBuilder<number> {
  return sql<number>`${sql.ref(`${alias}.${kind}_id`)}`;
}
