/** Deeper than any form or tracker nests; PostgreSQL and recursion both end somewhere beyond. */
const deepestLevel = 32;

export interface Unstorable {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * The first value that PostgreSQL or JSON cannot hold, or undefined: text with a NUL or half of a surrogate pair (names
 * of fields too), nesting beyond 32 levels, a number beyond all numbers (`1e999`), which would become null in silence.
 */
export function unstorable(value: unknown, path: readonly string[] = []): Unstorable | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : unstorableText(path);
  if (typeof value === 'number' && !Number.isFinite(value)) return { path, message: 'is too large a number' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length === deepestLevel) return unstorableText(path);
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return unstorableText(path);
    const found = unstorable(inner, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

function unstorableText(path: readonly string[]): Unstorable {
  return { path, message: 'holds text or depth that cannot be stored' };
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
