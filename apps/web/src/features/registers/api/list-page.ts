import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { Register } from '../register.ts';

export interface PageWish {
  readonly keyword: string;
  /** From 0. */
  readonly page: number;
  readonly size: number;
}

export interface RegisterPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** One page of a list; one row more than it shows is asked for, to know whether another page follows. */
export async function listPage<Row extends { readonly id: number }>(
  api: ApiClient,
  { path, query, schema }: Register<Row>,
  { keyword, page, size }: PageWish,
  signal: AbortSignal,
): Promise<RegisterPage<Row>> {
  const wish = { ...query, ...(keyword !== '' && { keyword }), limit: size + 1, offset: page * size };
  const rows = await api.json({ path, query: wish, signal }, z.array(schema));
  return { rows: rows.slice(0, size), hasMore: rows.length > size };
}
