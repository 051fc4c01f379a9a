/** Deeper than any form or tracker nests; PostgreSQL and recursion both end somewhere beyond. */
const deepestLevel = 32;

/**
 * The path of the first value that PostgreSQL cannot hold, or undefined: text with a NUL or half of a surrogate pair
 * (names of fields too), or nesting beyond 32 levels.
 */
export function unstorablePath(value: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length === deepestLevel) return path;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return path;
    const found = unstorablePath(inner, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
