/** Pages of a list whose server may ignore what it is asked for. */
import type { RowList } from './answer.ts';

export const rowsPerPage = 100;

export interface PageOfRows {
  readonly rows: RowList['rows'];
  /** How many rows there are in all, where that was told. */
  readonly total: number | undefined;
  /** Where the next page begins; undefined after the last one. */
  readonly next: number | undefined;
  /**
   * Not everything came, or it cannot be known whether it did: fewer rows than were told, some that are none, a list that
   * moved while it was read, or one that begins anew and never told its length.
   */
  readonly isIncomplete: boolean;
}

/** No list is so long: a server that gives other rows for ever is left. */
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
  const seen = new Set<unknown>();
  let at = skip;
  let count = skip;
  let told: number | undefined;
  let isBroken = false;
  for (let page = 0; page < mostPages; page += 1) {
    const { rows, given, total } = await ask(at, rowsPerPage);
    const numbered = rows.filter(hasNumber);
    const known = numbered.filter(({ id }) => seen.has(id)).length;
    const repeats = known > 0 && known === numbered.length;
    const fresh = repeats ? [] : rows.filter((row) => !(hasNumber(row) && seen.has(row.id)));
    for (const { id } of numbered) seen.add(id);
    at += given;
    count += fresh.length;
    const moved = (known > 0 && !repeats) || (told !== undefined && total !== undefined && told !== total);
    isBroken ||= moved || (!repeats && rows.length < given);
    told ??= total;
    // rows that nobody can tell apart may be the same ones again and again
    const isEndless = page === mostPages - 1;
    const isLast = repeats || given !== rowsPerPage || numbered.length === 0 || isEndless;
    const isShort = isEndless || (told === undefined ? repeats : count < told);
    yield {
      rows: fresh,
      total,
      next: isLast ? undefined : at,
      isIncomplete: isLast && (isBroken || isShort),
    };
    if (isLast) return;
  }
}

const hasNumber = ({ id }: RowList['rows'][number]) => id !== null && id !== undefined && id !== '';
