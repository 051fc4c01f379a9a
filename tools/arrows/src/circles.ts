/** The files that each file imports. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Every circle of the graph, as a way through its files that ends where it began. Files that are in several circles
 * which touch are shown as one.
 */
export function circlesOf(graph: Graph): string[][] {
  return knotsOf(graph).map((knot) => wayAround(graph, knot));
}

/** Sets of files that all reach each other (Tarjan's strongly connected components), of two or more, or of one that imports itself. */
function knotsOf(graph: Graph): Set<string>[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const knots: Set<string>[] = [];

  function visit(file: string): number {
    const number = order.size;
    order.set(file, number);
    open.push(file);
    let low = number;
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
      lowest.set(file, low);
    }
    lowest.set(file, low);
    if (low === number) {
      const knot = new Set(open.splice(open.indexOf(file)));
      if (knot.size > 1 || graph.get(file)?.includes(file)) knots.push(knot);
    }
    return low;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return knots;
}

/** The shortest way from the knot's first file back to it. */
function wayAround(graph: Graph, knot: ReadonlySet<string>): string[] {
  const [first = ''] = [...knot].sort();
  const cameFrom = new Map<string, string>();
  const queue = [first];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === first) return wayTo(file, cameFrom, first);
      if (!knot.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  throw new Error(`${first} lies in no circle`);
}

function wayTo(last: string, cameFrom: ReadonlyMap<string, string>, first: string): string[] {
  const way = [first];
  for (let file: string | undefined = last; file !== undefined && file !== first; file = cameFrom.get(file)) {
    way.unshift(file);
  }
  return [first, ...way];
}
