/** Where the keys of a list lead from the row they are on: a rule without a browser. */

/** Rows that PageUp and PageDown pass over. */
const pageRows = 10;

/** The row after a key; undefined for a key that is not the list's. `at` is -1 while no row is chosen. */
export function rowAfterKey(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  const within = (row: number) => Math.min(Math.max(row, 0), last);
  switch (key) {
    case 'ArrowDown':
      return within(at + 1);
    case 'ArrowUp':
      return at < 0 ? last : within(at - 1);
    case 'PageDown':
      return within(at + pageRows);
    case 'PageUp':
      return within(at - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
