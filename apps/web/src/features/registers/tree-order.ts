/** Rows that lie in one another, as a list reads them: each right below the one it lies in. A rule without a browser. */

export interface Branch<Row> {
  readonly row: Row;
  /** 0 for one that lies in none, or in one that is not here. */
  readonly depth: number;
}

/** Keeps the order that rows of one parent came in. A row of a cycle, which nothing leads to, stands at the end. */
export function treeOrder<Row extends { readonly id: number }>(
  rows: readonly Row[],
  parentOf: (row: Row) => number,
): readonly Branch<Row>[] {
  const known = new Set(rows.map(({ id }) => id));
  const within = Map.groupBy(rows, (row) => (known.has(parentOf(row)) ? parentOf(row) : 0));
  const ordered: Branch<Row>[] = [];
  const placed = new Set<number>();
  // Deep chains would be too deep for calls of calls.
  const waiting: Branch<Row>[] = (within.get(0) ?? []).map((row) => ({ row, depth: 0 })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { row, depth } = next;
    if (placed.has(row.id)) continue;
    placed.add(row.id);
    ordered.push(next);
    for (const child of (within.get(row.id) ?? []).toReversed())
      waiting.push({ row: child, depth: depth + 1 });
  }
  const lost = rows.filter(({ id }) => !placed.has(id)).map((row) => ({ row, depth: 0 }));
  return [...ordered, ...lost];
}
