/** Pages of another system's list, which may ignore what it is asked for, repeat itself or have no end. */

export interface RequestedPage<Row, Place> {
  readonly rows: readonly Row[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: Place | undefined;
}

export type NewRows<Page> = Page & {
  /** How many of the rows came on a page before; they are left out. */
  readonly known: number;
  /** All rows with a key came before: the provider ignores the page number. */
  readonly isRepeated: boolean;
  /** There is more, which is not read. */
  readonly isCut: boolean;
};

export interface ProviderPages<Row, Place, Page extends RequestedPage<Row, Place>> {
  readonly first: Place;
  ask(place: Place): Promise<Page>;
  /** The key of a row; undefined for one without. */
  idOf(row: Row): unknown;
  /** A server that gives other pages for ever is left then. */
  readonly mostPages: number;
}

/** Asks page after page until there is none, one repeats what came before, a place comes twice, or the bound is reached. */
export async function* providerPages<Row, Place, Page extends RequestedPage<Row, Place>>({
  first,
  ask,
  idOf,
  mostPages,
}: ProviderPages<Row, Place, Page>): AsyncGenerator<NewRows<Page>> {
  const seen = new Set<unknown>();
  const places = new Set<string>();
  let place: Place | undefined = first;
  while (place !== undefined && !places.has(String(place))) {
    places.add(String(place));
    const page: Page = await ask(place);
    const ids = page.rows.map(idOf);
    const known = ids.filter((id) => seen.has(id)).length;
    const isRepeated = known > 0 && known === ids.filter((id) => id !== undefined).length;
    const rows = page.rows.filter((_, at) => !seen.has(ids[at]));
    for (const id of ids) if (id !== undefined) seen.add(id);
    const next = isRepeated ? undefined : page.next;
    const isCut = next !== undefined && places.size >= mostPages;
    yield { ...page, rows: isRepeated ? [] : rows, next, known, isRepeated, isCut };
    if (isCut) return;
    place = next;
  }
}
