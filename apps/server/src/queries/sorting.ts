import type { SortOrder } from '@atalaia/contract/values/sorting';
import { type RawBuilder, sql } from 'kysely';

/** A column that a list is sorted by. */
export interface SortColumn {
  readonly by: RawBuilder<unknown>;
  /** Whether rows may hold nothing there: they come last either way. */
  readonly mayBeNull: boolean;
}

export type SortColumns<Name extends string> = Readonly<Record<Name, SortColumn>>;

export interface SortQuery {
  readonly sort?: string | undefined;
  readonly order?: SortOrder | undefined;
}

/** A text that is never null, as a person orders words: "água" before "Zeca". */
export function byName(column: string): SortColumn {
  return { by: sql`${sql.ref(column)} COLLATE "pt-BR-x-icu"`, mayBeNull: false };
}

/** The same of a text that may be missing; an empty one is missing too. */
export function byText(text: string | RawBuilder<unknown>): SortColumn {
  const given = typeof text === 'string' ? sql.ref(text) : text;
  return { by: sql`nullif(${given}, '') COLLATE "pt-BR-x-icu"`, mayBeNull: true };
}

/** Numbers, instants, flags. */
export function byValue(value: string | RawBuilder<unknown>): SortColumn {
  return { by: typeof value === 'string' ? sql.ref(value) : value, mayBeNull: true };
}

/**
 * What follows `ORDER BY`: the column requested, then the row's number; without one, the list's own order. The
 * number goes in the same direction, so that one index serves both.
 */
export function orderOf(
  { sort, order }: SortQuery,
  columns: Readonly<Record<string, SortColumn>>,
  id: string,
  own: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (sort === undefined) return own;
  const column = columns[sort];
  if (!column) throw new Error(`a list is said to be sorted by ${sort}, and is not`);
  const direction = directionOf(order, column);
  return sql`${column.by} ${direction.column}, ${sql.ref(id)} ${direction.id}`;
}

/**
 * The words behind a column, and behind the number after it; `isTurned`: the same rows from the end. A column that is never
 * null gets no NULLS: no index has that.
 */
export function directionOf(
  order: SortOrder | undefined,
  { mayBeNull }: Pick<SortColumn, 'mayBeNull'>,
  isTurned = false,
) {
  const down = isTurned ? sql`` : sql`DESC`;
  const up = isTurned ? sql`DESC` : sql``;
  if (order !== 'desc') return { column: up, id: up };
  const nulls = isTurned ? sql`NULLS FIRST` : sql`NULLS LAST`;
  return { column: mayBeNull ? sql`${down} ${nulls}` : down, id: down };
}

/** Larger than any place: rows without one come last in both directions. */
const noPlace = 2_147_483_647;
/** So that a row's number, which is below 2³¹, is in the lower half of 64 bits. */
const half = 4_294_967_296;
const lowerBits = half - 1;

/** A place and a row's number in one number to sort by. */
interface PlaceKey {
  readonly key: RawBuilder<unknown>;
  /** The row's number out of its key. */
  idOf(key: RawBuilder<unknown>): RawBuilder<unknown>;
}

/**
 * PostgreSQL sorts a single number by itself a quarter quicker than rows of two. `place` is an integer or nothing; the key
 * grows in the order requested: descending, both parts are negative.
 */
export function placeKey(
  place: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  isDescending: boolean,
): PlaceKey {
  const signed = isDescending ? sql`-(${place})` : place;
  const sign = isDescending ? sql`-` : sql`+`;
  return {
    key: sql`coalesce(${signed}, ${sql.lit(noPlace)})::bigint * ${sql.lit(half)} ${sign} ${id}`,
    idOf: (key) => sql`((${isDescending ? sql`-` : sql``}${key}) & ${sql.lit(lowerBits)})::integer`,
  };
}
