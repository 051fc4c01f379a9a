/** Which pages a list offers to go to: the ends, those around the one shown, and gaps between. A rule without a browser. */

export type PageStop = number | 'gap';

/** Pages count from 0. At most seven stops, so that nothing moves while a person goes on. */
export function pageStops(page: number, pages: number): readonly PageStop[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, at) => at);
  const last = pages - 1;
  if (page <= 3) return [0, 1, 2, 3, 4, 'gap', last];
  if (page >= last - 3) return [0, 'gap', last - 4, last - 3, last - 2, last - 1, last];
  return [0, 'gap', page - 1, page, page + 1, 'gap', last];
}
