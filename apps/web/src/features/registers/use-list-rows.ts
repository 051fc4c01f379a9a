import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { type ListWish, listPage, type RegisterPage } from './api/list-page.ts';
import type { Register } from './register.ts';

/** Rows fetched at once of a list that is shown whole. */
const pieceRows = 100;

/** Rows in sight: a page, from 0, or all there are. */
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
  /** Of a list that is shown whole: which rows are in sight. */
  readonly onSight: ((first: number, last: number) => void) | undefined;
}

/** The rows of one page, or of a whole list of any length, of which only what is in sight is fetched. */
export function useListRows<Row extends { readonly id: number }>(
  register: Pick<Register<Row>, 'path' | 'query' | 'schema'>,
  wish: ListWish,
  window: ListWindow,
  enabled = true,
): ListRows<Row> {
  const api = useApi();
  const queries = useQueryClient();
  const [sight, setSight] = useState({ first: 0, last: 0 });
  const isAll = window === 'all';
  const size = isAll ? pieceRows : window.size;
  const kind = ['register', register.path, register.query ?? null];
  const pieceOf = (piece: number) => ({
    queryKey: [...kind, wish, { piece, size }],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<RegisterPage<Row>> =>
      listPage<Row>(api, register, wish, { offset: piece * size, limit: size }, signal),
    enabled,
    retry: false,
  });
  const lead = useQuery({ ...pieceOf(isAll ? 0 : window.page), placeholderData: keepPreviousData });
  const { data, error } = lead;
  const total = data?.total ?? 0;

  const from = Math.floor(sight.first / pieceRows);
  const to = Math.min(Math.floor(sight.last / pieceRows), Math.floor(Math.max(total - 1, 0) / pieceRows));
  const wanted = isAll && to >= from ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : [];
  const pieces = useQueries({ queries: wanted.map((piece) => ({ ...pieceOf(piece), staleTime: 10_000 })) });
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
    onSight: isAll ? (first, last) => setSight({ first, last }) : undefined,
  };
}
