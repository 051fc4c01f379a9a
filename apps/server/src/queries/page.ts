import type { PageQuery } from '@atalaia/contract/values/query-values';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';
import type { JsonList } from '../platform/http/json-text.ts';
import { inPieces } from './read-ahead.ts';
import { readIds } from './read-ids.ts';
import { pageOf } from './sql-fragments.ts';

/** The numbers of a page's rows in their order, and how many rows there are on all pages, where that is requested. */
export interface Page {
  readonly ids: Int32Array;
  readonly total: number | undefined;
}

/** A list as SQL. */
export interface ListSelect {
  /** The column of the rows' numbers. */
  readonly id: string;
  readonly from: RawBuilder<unknown>;
  /** Joins that only the order needs. */
  readonly orderJoins?: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly orderBy: RawBuilder<unknown>;
}

/** Reads a page. On the last page its rows give the total themselves; else they are counted, if a page was requested. */
export async function readPage(
  db: Kysely<Schema>,
  { id, from, orderJoins = sql``, where, orderBy }: ListSelect,
  query: PageQuery,
): Promise<Page> {
  const select = sql`SELECT ${sql.ref(id)} AS id FROM ${from} ${orderJoins} WHERE ${where} ORDER BY ${orderBy} ${pageOf(query)}`;
  const ids = await readIds(db, select);
  if (query.limit === undefined) return { ids, total: undefined };
  const known = totalOf(ids.length, query);
  if (known !== undefined) return { ids, total: known };
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${from} WHERE ${where}`.execute(
    db,
  );
  return { ids, total: rows[0]?.total ?? 0 };
}

/** The total by a page that is not full; undefined for one that could be followed, and for one beyond the end. */
export function totalOf(found: number, { limit, offset }: PageQuery): number | undefined {
  const passed = Number(offset ?? 0);
  const isLast = found < Number(limit) && (found > 0 || passed === 0);
  return isLast ? passed + found : undefined;
}

/** The page as an answer: its objects as JSON, some hundreds at a time unless it is said how many. */
export function jsonList(
  { ids, total }: Page,
  describe: (ids: readonly number[]) => Promise<string>,
  idsPerPiece?: number,
): JsonList {
  return { rows: inPieces(ids, describe, idsPerPiece), total };
}

/** A page of so many rows, which in the farther half is reached by fewer of them from the end. */
export function fromNearerEnd(query: PageQuery, total: number) {
  const offset = Number(query.offset ?? 0);
  const rows = Math.max(0, Math.min(Number(query.limit), total - offset));
  const behind = Math.max(0, total - offset - rows);
  if (behind >= offset) return { asked: query, isTurned: false };
  return { asked: { limit: `${rows}`, offset: `${behind}` }, isTurned: true };
}
