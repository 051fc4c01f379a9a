/** Pages of a list whose server may ignore what it is asked for. */
import type { RowList } from './answer.ts';

export const rowsPerPage = 100;

export interface PageOfRows {
  readonly rows: RowList['rows'];
  /** How many rows there are in all, where that was told. */
  readonly total: number | undefined;
  /** Where the next page begins; undefined after the last one. */
  readonly next: number | undefined;
  /** The list ended before as many rows came as it had told. */
  readonly isIncomplete: boolean;
}

/** No list is so long: a server that goes round in a longer circle is left. */
const mostPages = 20_000;

/**
 * Asks page after page from `skip` on. It stops on a page that is short, on one that is over-long (the server ignores
 * `take`, and gave everything) and on one that repeats rows of the page before (it ignores `skip`).
 */
export async function* pagesOf(
  ask: (skip: number, take: number) => Promise<RowList>,
  skip = 0,
): AsyncGenerator<PageOfRows> {
  let before: ReadonlySet<unknown> = new Set();
  let seen = skip;
  for (let page = 0; page < mostPages; page += 1) {
    const { rows, total } = await ask(seen, rowsPerPage);
    const repeats = rows.length > 0 && rows.some((row) => before.has(row.id));
    const fresh = repeats ? rows.filter((row) => !before.has(row.id)) : rows;
    seen += fresh.length;
    const isLast = repeats || rows.length !== rowsPerPage;
    yield {
      rows: fresh,
      total,
      next: isLast ? undefined : seen,
      isIncomplete: isLast && total !== undefined && seen < total,
    };
    if (isLast) return;
    before = new Set(rows.map((row) => row.id));
  }
}
