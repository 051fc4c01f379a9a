/** Numbers beyond this many are forgotten, the oldest first. */
const remembered = 1000;

/** Says of a number whether it is asked about for the first time. */
export function createOnce(): (id: number) => boolean {
  const seen = new Set<number>();
  return (id) => {
    if (seen.has(id)) return false;
    seen.add(id);
    for (const oldest of seen) {
      if (seen.size <= remembered) break;
      seen.delete(oldest);
    }
    return true;
  };
}
