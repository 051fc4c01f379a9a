/** Pages of a list whose server may ignore what it is asked for. */
import { providerPages } from '../../../platform/outbound/provider-pages.ts';
import type { RowList } from './answer.ts';

export const rowsPerPage = 100;

export interface PageOfRows {
  readonly rows: RowList['rows'];
  /** How many rows there are in all, where the provider says so. */
  readonly total: number | undefined;
  /** Where the next page begins; undefined after the last one. */
  readonly next: number | undefined;
  /**
   * Not everything came, or it cannot be known whether it did: fewer rows than it announced, some that are none, a list that
   * moved while it was read, or one that begins anew and never gave its length.
   */
  readonly isIncomplete: boolean;
}

/** No list is so long. */
const mostPages = 20_000;

/**
 * Asks page after page from `skip` on. It stops on a page that is short, on one that is over-long (the server ignores
 * `take`, and gave everything) and on one that holds nothing but rows that came before (it ignores `skip`). A page that
 * holds some of them shows that the list moved: the others are read, and so are the pages after it.
 */
export async function* pagesOf(
  ask: (skip: number, take: number) => Promise<RowList>,
  skip = 0,
): AsyncGenerator<PageOfRows> {
  let count = skip;
  let firstTotal: number | undefined;
  let isBroken = false;
  const pages = providerPages({
    first: skip,
    idOf,
    mostPages,
    async ask(at: number) {
      const { rows, given, total } = await ask(at, rowsPerPage);
      // rows that nobody can tell apart may be the same ones again and again
      const hasMore = given === rowsPerPage && rows.some((row) => idOf(row) !== undefined);
      return { rows, total, isPartial: rows.length < given, next: hasMore ? at + given : undefined };
    },
  });
  for await (const { rows, total, isPartial, next, known, isRepeated, isCut } of pages) {
    count += rows.length;
    const hasMoved = firstTotal !== undefined && total !== undefined && firstTotal !== total;
    isBroken ||= hasMoved || (!isRepeated && (known > 0 || isPartial));
    firstTotal ??= total;
    const isShort = isCut || (firstTotal === undefined ? isRepeated : count < firstTotal);
    const isLast = next === undefined || isCut;
    yield { rows, total, next: isLast ? undefined : next, isIncomplete: isLast && (isBroken || isShort) };
  }
}

const idOf = ({ id }: RowList['rows'][number]) => (id === null || id === '' ? undefined : id);
