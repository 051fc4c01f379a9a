/** What a person types to search, against texts that were folded when they were written (migration 0014). */
import { type RawBuilder, sql } from 'kysely';

/** Whether a text that `search_index` made holds one of them. `LIKE` takes two thirds of the time of `strpos`. */
export function holdsOneOf(
  searchText: RawBuilder<unknown>,
  variants: readonly string[],
): RawBuilder<unknown> {
  const found = variants.map((variant) => sql`${searchText} LIKE ${`%${asPattern(variant)}%`}`);
  return sql`(${sql.join(found, sql` OR `)})`;
}

/** Escaped for a `LIKE`. */
const asPattern = (text: string) => text.replace(/[\\%_]/g, '\\$&');
