import { isDeepStrictEqual } from 'node:util';

/** Names of the columns whose new value differs from the row; undefined means not spoken of. */
export function changedFields(before: object, values: object): string[] {
  const previous = new Map<string, unknown>(Object.entries(before));
  return Object.entries(values)
    .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(previous.get(name), value))
    .map(([name]) => name);
}
