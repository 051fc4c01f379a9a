/** The order of a report's rows by one of its columns; rows without a value come last either way. */

export type Order = 'asc' | 'desc';

/** Indices of the rows in that order; equal ones keep the order in which they came. */
export function orderOf(
  count: number,
  valueAt: (index: number) => number | string | null,
  order: Order,
): Int32Array {
  const keys = keysOf(count, valueAt);
  const sign = order === 'asc' ? 1 : -1;
  return Int32Array.from({ length: count }, (_, index) => index).sort((one, other) => {
    const [a = Number.NaN, b = Number.NaN] = [keys[one], keys[other]];
    const [hasA, hasB] = [!Number.isNaN(a), !Number.isNaN(b)];
    if (!hasA || !hasB) return hasA === hasB ? one - other : hasA ? -1 : 1;
    return sign * (a - b) || one - other;
  });
}

/** A number each: of texts their rank, so that a hundred thousand rows compare no words. */
function keysOf(count: number, valueAt: (index: number) => number | string | null): Float64Array {
  const keys = new Float64Array(count).fill(Number.NaN);
  const texts = new Map<string, number[]>();
  for (let index = 0; index < count; index++) {
    const value = valueAt(index);
    if (typeof value === 'number') keys[index] = value;
    else if (value !== null) {
      const same = texts.get(value);
      if (same) same.push(index);
      else texts.set(value, [index]);
    }
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  [...texts.keys()].sort(compare).forEach((text, rank) => {
    for (const index of texts.get(text) ?? []) keys[index] = rank;
  });
  return keys;
}
