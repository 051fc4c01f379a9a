import { totalCountHeader } from '@atalaia/contract/sorting';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { Register } from '../register.ts';

/** What of a list is wanted: the rows that fit, and their order. */
export interface ListWish {
  readonly keyword: string;
  readonly sort: string | undefined;
  readonly order: 'asc' | 'desc' | undefined;
}

export interface ListPiece {
  readonly offset: number;
  readonly limit: number;
}

export interface RegisterPage<Row> {
  readonly rows: readonly Row[];
  /** Rows that fit, on whatever page. */
  readonly total: number;
}

/** A piece of a list as the server searches and sorts it. */
export async function listPage<Row>(
  api: ApiClient,
  { path, query, schema }: Pick<Register<Row & { readonly id: number }>, 'path' | 'query' | 'schema'>,
  { keyword, sort, order }: ListWish,
  { offset, limit }: ListPiece,
  signal: AbortSignal,
): Promise<RegisterPage<Row>> {
  const wish = { ...query, ...(keyword !== '' && { keyword }), sort, order: sort && order, limit, offset };
  const { body, headers } = await api.answer({ path, query: wish, signal }, z.array(schema));
  const told = headers.get(totalCountHeader);
  // A list that does not count its rows tells at least whether it goes on.
  const atLeast = offset + body.length + (body.length === limit ? 1 : 0);
  return { rows: body, total: told === null ? atLeast : Number(told) };
}
