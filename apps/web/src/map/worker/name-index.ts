import type { DeviceColumns } from './device-columns.ts';

/** Names and unique ids as they are searched and sorted, made once for many searches. */
export interface NameIndex {
  /** Rows by name. */
  readonly order: Int32Array;
  /** Whether a row's name or unique id contains a folded text. */
  contains(row: number, folded: string): boolean;
}

/** Without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** 100,000 names take some 150 ms: made when a list is first asked for, and again only after a name changed. */
export function createNameIndex({ rowCount, names, uniqueIds }: DeviceColumns): NameIndex {
  const foldedNames = names.map(folded);
  const foldedIds = uniqueIds.map(folded);
  const order = Int32Array.from({ length: rowCount }, (_, row) => row);
  // In groups by a plain comparison of folded names; digits by their value, so that "Van 2" stands before "Van 10".
  const keys = foldedNames.map((name) => name.replace(/\d+/g, (digits) => digits.padStart(12, '0')));
  order.sort((a, b) => {
    const [one, other] = [keys[a] ?? '', keys[b] ?? ''];
    return one === other ? a - b : one < other ? -1 : 1;
  });
  return {
    order,
    contains: (row, text) =>
      (foldedNames[row]?.includes(text) ?? false) || (foldedIds[row]?.includes(text) ?? false),
  };
}
