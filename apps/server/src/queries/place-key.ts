import { type RawBuilder, sql } from 'kysely';

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
