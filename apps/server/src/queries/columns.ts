import { isDeepStrictEqual } from 'node:util';

/** Values of an input as columns take them. */

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The columns that an input refers to: those that are undefined are left out, and so keep what they hold. */
export function givenColumns<T extends object>(columns: T): Given<T> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** A reference of an input as its column takes it: 0 and null are none, absent is not spoken of. */
export function referenceColumn(id: number | null | undefined): number | null | undefined {
  return id === undefined ? undefined : id || null;
}

/** A measure as forms send it, as its column takes it: digits become a number, empty text and null none; absent is not spoken of. */
export function measureColumn(given: number | string | null | undefined): number | null | undefined {
  if (typeof given !== 'string') return given;
  return given.trim() === '' ? null : Number(given);
}

/**
 * An instant of an input in the form in which it is read again, so that an unchanged one is seen to be unchanged. One
 * without an offset is UTC; absent is not spoken of, null is none.
 */
export function instantColumn(text: string | null | undefined): string | null | undefined {
  if (!text) return text === undefined ? undefined : null;
  const hasOffset = /(?:z|[+-]\d\d:?\d\d)$/i.test(text);
  return new Date(hasOffset ? text : `${text}Z`).toISOString();
}

/** Names of the columns whose new value differs from the row; undefined means not spoken of. */
export function changedFields(before: object, values: object): string[] {
  const previous = new Map<string, unknown>(Object.entries(before));
  return Object.entries(values)
    .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(previous.get(name), value))
    .map(([name]) => name);
}
