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
export interface PlaceKey {
  readonly key: RawBuilder<unknown>;
  /** The row's number out of its key. */
  idOf(key: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Whether a key says less than the row: of several such rows it does not tell which comes first. */
  isVague?(key: RawBuilder<unknown>): RawBuilder<unknown>;
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

const dayMicroseconds = 86_400_000_000;
/** So many microseconds at most, 36 years, are told apart. */
const mostMicroseconds = 2 ** 50;
/** The whole is below 2⁶³. Microseconds reach back 534 days where numbers reach 100,000, 53 days at a million; milliseconds 36 years. */
const largestKey = 2 ** 62;

/**
 * The same of an instant or nothing, for numbers up to `highest`: PostgreSQL sorts 100,000 of them in half the time of rows of
 * an instant and a number. The instants end tomorrow; those that are later or too early for the key are vague. Milliseconds
 * reach farther back, and an instant between two of them is vague then.
 */
export function instantKey(
  instant: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  highest: number,
  isDescending: boolean,
  inMilliseconds: boolean,
): Required<PlaceKey> {
  const ids = highest + 1;
  const mostPlaces = Math.floor(largestKey / ids) - 3;
  // whole milliseconds
  const span =
    Math.floor(Math.min(mostMicroseconds, inMilliseconds ? mostPlaces * 500 : mostPlaces) / 1000) * 1000;
  const begin = Date.now() * 1000 + dayMicroseconds - span;
  const lit = (value: number) => sql`${sql.lit(value)}::bigint`;
  // exact, since below 2⁵³; `least` and `greatest` pass over nothing
  const since = sql`least(greatest(date_part('epoch', ${instant}) * 1000000 - ${sql.lit(begin)}, 0), ${sql.lit(span)})::bigint`;
  // even where it is a whole millisecond
  const counted = inMilliseconds ? sql`${since} / 1000 * 2 + least(${since} % 1000, 1)` : since;
  const last = inMilliseconds ? span / 500 : span;
  const [place, number] = isDescending
    ? [sql`${lit(last)} - (${counted})`, sql`${lit(highest)} - ${id}`]
    : [counted, id];
  const numberOf = (key: RawBuilder<unknown>) => sql`${key} % ${lit(ids)}`;
  return {
    key: sql`CASE WHEN ${instant} IS NULL THEN ${lit(last + 2)} ELSE ${place} END * ${lit(ids)} + (${number})`,
    idOf: (key) =>
      isDescending ? sql`(${lit(highest)} - ${numberOf(key)})::integer` : sql`(${numberOf(key)})::integer`,
    isVague: (key) => {
      const isAtEnd = sql`${key} / ${lit(ids)} IN (0, ${lit(last)})`;
      return inMilliseconds ? sql`(${isAtEnd} OR ${key} / ${lit(ids)} % 2 = 1)` : isAtEnd;
    },
  };
}
