import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';

/** The one row that a name means; `several` where it could be any of them. */
export type Named = number | 'several';

/**
 * The rows that names mean, among those of a FROM item: the one called just so, else the only one called so but for
 * capitals. Names that nothing has are left out.
 */
export async function findNamed(
  db: Kysely<Schema>,
  from: RawBuilder<unknown>,
  columns: { readonly id: string; readonly name: string },
  names: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  const [id, name] = [sql.ref(columns.id), sql.ref(columns.name)];
  const { rows } = await sql<{
    requested: string;
    id: number;
    count: number;
    exactId: number;
    exact: number;
  }>`
    SELECT requested.name AS requested, min(${id}) AS id, count(*)::integer AS count,
      min(${id}) FILTER (WHERE ${name} = requested.name) AS "exactId",
      (count(*) FILTER (WHERE ${name} = requested.name))::integer AS exact
    FROM unnest(${names}::text[]) AS requested (name) JOIN (SELECT ${id}, ${name} FROM ${from}) AS ${sql.ref(tableOf(columns.id))}
      ON lower(${name}) = lower(requested.name)
    GROUP BY requested.name`.execute(db);
  return new Map(
    rows.map((row) => {
      if (row.exact === 1) return [row.requested, row.exactId];
      return [row.requested, row.exact === 0 && row.count === 1 ? row.id : 'several'];
    }),
  );
}

/** `g` of `g.id`. */
function tableOf(column: string): string {
  return column.slice(0, column.indexOf('.'));
}
