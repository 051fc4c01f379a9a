import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import type { Resource } from '../resource.ts';

/** Rows fetched at once of a list that is shown whole. */
const pieceRows = 100;

/** The visible rows: a page, from 0, or all. */
export type ListWindow = 'all' | { readonly page: number; readonly size: number };

export interface ListRows<Row> {
  /** Rows of the page, or of the whole list. */
  readonly count: number;
  readonly total: number;
  readonly rowAt: (index: number) => Row | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Nothing was there yet. */
  readonly isFirst: boolean;
  /** Those shown are the ones before. */
  readonly isComing: boolean;
  /** Of a list that is shown whole: which rows are visible. */
  readonly onVisibleRange: ((first: number, last: number) => void) | undefined;
}

/** The rows of one page, or of a whole list of any length, of which only the visible part is fetched. */
export function useListRows<Row extends { readonly id: number }>(
  resource: Pick<Resource<Row>, 'path' | 'query' | 'schema'>,
  request: ListFilter,
  window: ListWindow,
  enabled = true,
): ListRows<Row> {
  const api = useApi();
  const queries = useQueryClient();
  const [view, setVisibleRange] = useState({ first: 0, last: 0 });
  const isAll = window === 'all';
  const size = isAll ? pieceRows : window.size;
  const kind = ['resource', resource.path, resource.query ?? null];
  const pieceOf = (piece: number) => ({
    queryKey: [...kind, request, { piece, size }],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ResourcePage<Row>> =>
      listPage<Row>(api, resource, request, { offset: piece * size, limit: size }, signal),
    enabled,
    retry: false,
  });
  const lead = useQuery({ ...pieceOf(isAll ? 0 : window.page), placeholderData: keepPreviousData });
  const { data, error } = lead;
  const total = data?.total ?? 0;

  const from = Math.floor(view.first / pieceRows);
  const to = Math.min(Math.floor(view.last / pieceRows), Math.floor(Math.max(total - 1, 0) / pieceRows));
  const offsets = isAll && to >= from ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : [];
  const pieces = useQueries({ queries: offsets.map((piece) => ({ ...pieceOf(piece), staleTime: 10_000 })) });
  const rowInAll = (index: number): Row | undefined => {
    const piece = Math.floor(index / pieceRows);
    const rows = pieces[piece - from]?.data?.rows ?? (piece === 0 ? data?.rows : undefined);
    return rows?.[index % pieceRows];
  };

  return {
    count: isAll ? total : (data?.rows.length ?? 0),
    total,
    rowAt: isAll ? rowInAll : (index) => data?.rows[index],
    error: data
      ? (pieces.find((piece) => piece.error)?.error ?? (lead.isPlaceholderData ? null : error))
      : error,
    retry: () => void queries.refetchQueries({ queryKey: kind, type: 'active' }),
    isFirst: data === undefined && error === null,
    isComing: lead.isPlaceholderData || data === undefined,
    onVisibleRange: isAll ? (first, last) => setVisibleRange({ first, last }) : undefined,
  };
}

/** What of a list is requested: the rows that fit, and their order. */
interface ListFilter {
  readonly keyword: string;
  readonly sort: string | undefined;
  readonly order: 'asc' | 'desc' | undefined;
  /** Beside the search, as the API names them. */
  readonly filters?: Readonly<Record<string, string>>;
}

interface ListPiece {
  readonly offset: number;
  readonly limit: number;
}

interface ResourcePage<Row> {
  readonly rows: readonly Row[];
  /** Rows that fit, on whatever page. */
  readonly total: number;
}

/** A piece of a list as the server searches and sorts it. */
export async function listPage<Row>(
  api: ApiClient,
  { path, query, schema }: Pick<Resource<Row & { readonly id: number }>, 'path' | 'query' | 'schema'>,
  { keyword, sort, order, filters }: ListFilter,
  { offset, limit }: ListPiece,
  signal: AbortSignal,
): Promise<ResourcePage<Row>> {
  const request = {
    ...query,
    ...filters,
    ...(keyword !== '' && { keyword }),
    sort,
    order: sort && order,
    limit,
    offset,
  };
  const { body, headers } = await api.answer({ path, query: request, signal }, z.array(schema));
  const totalText = headers.get(totalCountHeader);
  // A list that does not count its rows shows at least whether it continues.
  const atLeast = offset + body.length + (body.length === limit ? 1 : 0);
  return { rows: body, total: totalText === null ? atLeast : Number(totalText) };
}

interface TreeRows<Row> extends ListRows<Row> {
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
