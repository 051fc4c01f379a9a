import { createSearch, foldText, searchIndexText } from '@atalaia/domain/units/search-text';
import type { DeviceColumns } from './device-columns.ts';

/** Names and unique ids as they are searched and sorted, made once for many searches. */
export interface NameIndex {
  /** Rows by name. */
  readonly order: Int32Array;
  /** A test of rows by their name and unique id, as lists search (SHELL-02). Blanks find nothing. */
  matcher(query: string): (row: number) => boolean;
}

/** 100,000 names take some 300 ms: made when a list is first requested, and again only after a name changed. */
export function createNameIndex({ rowCount, names, uniqueIds }: DeviceColumns): NameIndex {
  const foldedNames = names.map(foldText);
  const indexTexts = foldedNames.map((name, row) => searchIndexText([name, uniqueIds[row]]));
  const order = Int32Array.from({ length: rowCount }, (_, row) => row);
  // In groups by a plain comparison of folded names; digits by their value, so that "Van 2" comes before "Van 10".
  const keys = foldedNames.map((name) => name.replace(/\d+/g, (digits) => digits.padStart(12, '0')));
  order.sort((a, b) => {
    const [one, other] = [keys[a] ?? '', keys[b] ?? ''];
    return one === other ? a - b : one < other ? -1 : 1;
  });
  return {
    order,
    matcher(query) {
      const matches = createSearch(query);
      return (row) => matches(indexTexts[row] ?? '');
    },
  };
}
