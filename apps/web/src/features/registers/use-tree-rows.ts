import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import type { Register } from './register.ts';
import { type Branch, treeOrder } from './tree-order.ts';
import type { ListRows, ListWindow } from './use-list-rows.ts';

export interface TreeRows<Row> extends ListRows<Row> {
  readonly depthOf: (row: Row) => number;
}

const none: readonly never[] = [];

/** The rows of a noun that lie in one another: all are fetched, since a branch may be longer than a page. */
export function useTreeRows<Row extends { readonly id: number }>(
  { path, query, schema, parentOf = () => 0 }: Pick<Register<Row>, 'path' | 'query' | 'schema' | 'parentOf'>,
  window: ListWindow,
  enabled: boolean,
): TreeRows<Row> {
  const api = useApi();
  const queries = useQueryClient();
  const kind = ['register', path, 'tree'];
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
    onSight: window === 'all' ? () => undefined : undefined,
  };
}
