import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import type { Resource } from '../resource.ts';
import type { ListRows, ListWindow } from './use-list-rows.ts';

export interface TreeRows<Row> extends ListRows<Row> {
  readonly depthOf: (row: Row) => number;
}

const none: readonly never[] = [];

/** The rows of a noun that are in one another: all are fetched, since a branch may be longer than a page. */
export function useTreeRows<Row extends { readonly id: number }>(
  { path, query, schema, parentOf = () => 0 }: Pick<Resource<Row>, 'path' | 'query' | 'schema' | 'parentOf'>,
  window: ListWindow,
  enabled: boolean,
): TreeRows<Row> {
  const api = useApi();
  const queries = useQueryClient();
  const kind = ['resource', path, 'tree'];
  const { data, error } = useQuery({
    queryKey: kind,
    queryFn: ({ signal }) => api.json({ path, query: { ...query }, signal }, z.array(schema)),
    enabled,
    retry: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: how a noun's rows lie in one another is always the same
  const branches: readonly Branch<Row>[] = useMemo(() => treeOrder(data ?? none, parentOf), [data]);
  const depths = useMemo(() => new Map(branches.map(({ row, depth }) => [row.id, depth])), [branches]);
  const first = window === 'all' ? 0 : window.page * window.size;
  const count = window === 'all' ? branches.length : Math.min(window.size, branches.length - first);
  return {
    count: Math.max(count, 0),
    total: branches.length,
    rowAt: (index) => branches[first + index]?.row,
    depthOf: ({ id }) => depths.get(id) ?? 0,
    error,
    retry: () => void queries.refetchQueries({ queryKey: kind }),
    isFirst: data === undefined && error === null,
    isComing: data === undefined,
    onVisibleRange: window === 'all' ? () => undefined : undefined,
  };
}

/** Rows that are in one another, as a list reads them: each right below the one it is in. A rule without a browser. */

interface Branch<Row> {
  readonly row: Row;
  /** 0 for one that is in none, or in one that is not here. */
  readonly depth: number;
}

/** Keeps the order that rows of one parent came in. A row of a cycle, which nothing leads to, is at the end. */
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
