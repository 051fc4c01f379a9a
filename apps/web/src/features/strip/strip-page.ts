/** Devices a page of the folded strip (STRIP-02). */
export const devicesPerPage = 4;

export interface StripPage {
  /** From 0. */
  readonly page: number;
  readonly pages: number;
  /** Places of the first and last device on it, from 0; last is before first on an empty page. */
  readonly first: number;
  readonly last: number;
  /** How far along it lies: 1 on the last page, and where there is but one. */
  readonly progress: number;
}

/** The page of a list of `count`; one that is past the end is the last. */
export function stripPage(wanted: number, count: number, perPage = devicesPerPage): StripPage {
  const pages = Math.max(1, Math.ceil(count / perPage));
  const page = Math.min(Math.max(wanted, 0), pages - 1);
  const first = page * perPage;
  return { page, pages, first, last: Math.min(first + perPage, count) - 1, progress: (page + 1) / pages };
}
