import { createHash } from 'node:crypto';
import type { Dependent, Dependents } from '@atalaia/contract/dependents';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { dependencies, type RemovableNoun } from './dependencies.ts';
import type { Dependency } from './dependency.ts';

/** So many of a kind are named. */
const mostNamed = 20;

interface Row {
  /** Place of its description among those of the noun. */
  readonly place: number;
  readonly count: number;
  readonly hidden: boolean;
  readonly named: Dependent['named'];
  /** Of the numbers of those that are seen. */
  readonly digest: string | null;
}

/** What depends on a row, as far as the viewer sees it. One statement, so that it is of one instant. */
export async function readDependents(
  db: Kysely<Schema>,
  viewer: Viewer,
  noun: RemovableNoun,
  id: number,
): Promise<Dependents> {
  return presented(await readRows(db, viewer, dependencies[noun], [id]));
}

/** What keeps any of these rows from being removed, whatever is decided of the rest. */
export async function readRestricting(
  db: Kysely<Schema>,
  viewer: Viewer,
  noun: RemovableNoun,
  ids: readonly number[],
): Promise<Dependents> {
  const described = dependencies[noun].filter(({ effect }) => effect === 'restrict');
  return presented(await readRows(db, viewer, described, ids));
}

interface Read {
  readonly row: Row;
  readonly dependency: Dependency;
}

async function readRows(
  db: Kysely<Schema>,
  viewer: Viewer,
  described: readonly Dependency[],
  ids: readonly number[],
): Promise<readonly Read[]> {
  if (described.length === 0) return [];
  const selects = described.map((dependency, place) => rowsOf(viewer, dependency, place, ids));
  const { rows } = await sql<Row>`${sql.join(selects, sql` UNION ALL `)} ORDER BY place`.execute(db);
  return rows.flatMap((row) => {
    const dependency = described[row.place];
    return dependency ? [{ row, dependency }] : [];
  });
}

function rowsOf(
  viewer: Viewer,
  dependency: Dependency,
  place: number,
  ids: readonly number[],
): RawBuilder<Row> {
  const { from, on, where = () => sql`true`, id, name, isSeen } = dependency;
  const seen = viewer.administrator || !isSeen ? sql`true` : isSeen(viewer);
  return sql<Row>`(
    WITH hanging AS MATERIALIZED (
      SELECT DISTINCT ${id} AS id, ${name} AS name, coalesce(${seen}, false) AS seen FROM ${from}
      WHERE ${on} = ANY(${ids}::integer[]) AND ${where(viewer)}
    )
    SELECT ${sql.lit(place)} AS place, count(*) FILTER (WHERE seen)::integer AS count,
      coalesce(bool_or(NOT seen), false) AS hidden,
      (SELECT coalesce(json_agg(json_build_object('id', one.id, 'name', coalesce(one.name, ''))), '[]') FROM (
        SELECT * FROM hanging WHERE seen ORDER BY name COLLATE "pt-BR-x-icu", id LIMIT ${sql.lit(mostNamed)}
      ) AS one) AS named,
      md5(string_agg(id::text, ',' ORDER BY id) FILTER (WHERE seen)) AS digest
    FROM hanging
  )`;
}

function presented(read: readonly Read[]): Dependents {
  const hidden = read.some(({ row, dependency }) => row.hidden && isDecided(dependency));
  const seen = read.filter(({ row }) => row.count > 0);
  const standing = seen.map(({ row, dependency }) => [row.place, dependency.isVolatile ?? row.digest]);
  return {
    seen: createHash('sha256')
      .update(JSON.stringify([hidden, standing]))
      .digest('base64url')
      .slice(0, 22),
    hidden,
    dependents: seen.map(({ row: { count, named }, dependency: { kind, effect, choices = [] } }) => {
      return { kind, effect, choices: [...choices], count, named };
    }),
  };
}

/** Whether a removal waits for it; other rows that are not seen are not mentioned. */
function isDecided({ effect }: Dependency): boolean {
  return effect === 'restrict' || effect === 'choose';
}
