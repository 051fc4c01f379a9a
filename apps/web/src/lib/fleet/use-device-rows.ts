import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { type DeviceRow, fetchDeviceRows } from './fetch-device-rows.ts';

const firstMs = 2000;
const longestMs = 30_000;

/** How long to wait before asking again after `failures` in a row, the first counting as 0, ms. */
export function retryDelayMs(failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** failures);
}

/** Rows requested at once: small enough for an address of 2,000 characters. */
export const rowsPerPage = 50;

/** A row that is looked at is at most this old, ms (DASH-04). */
const refreshMs = 60_000;

const allRows = 'device-rows';

export interface DeviceRows {
  /** What a place of the list shows; undefined while it is on its way, or failed. */
  readonly rowAt: (index: number) => DeviceRow | undefined;
  /** Why visible rows are missing, if their request failed; it is repeated automatically. */
  readonly failure: Error | undefined;
  /** Requests what failed without waiting. */
  readonly retry: () => void;
}

/**
 * What the rows from `first` to `last` of a list show. Fetched by whole pages, so that scrolling back asks nobody. A page
 * that fails is requested until it comes: it counts as on its way, with the reason of its last failure.
 */
export function useDeviceRows(ids: Int32Array, first: number, last: number): DeviceRows {
  const api = useApi();
  const client = useQueryClient();
  const from = Math.floor(Math.max(first, 0) / rowsPerPage);
  const to = Math.floor(Math.max(Math.min(last, ids.length - 1), 0) / rowsPerPage);
  const pages = ids.length === 0 ? [] : Array.from({ length: to - from + 1 }, (_, entry) => from + entry);
  const queries = useQueries({
    queries: pages.map((page) => {
      const pageIds = Array.from(ids.subarray(page * rowsPerPage, (page + 1) * rowsPerPage));
      return {
        queryKey: [allRows, pageIds],
        queryFn: ({ signal }: { signal: AbortSignal }) => fetchDeviceRows(api, pageIds, signal),
        staleTime: refreshMs,
        refetchInterval: refreshMs,
        retry: true,
        retryDelay: retryDelayMs,
      };
    }),
  });
  return {
    rowAt: (index) => queries[Math.floor(index / rowsPerPage) - from]?.data?.get(ids[index] ?? 0),
    failure: queries.find(({ data, failureReason }) => !data && failureReason)?.failureReason ?? undefined,
    retry: () =>
      void client.resetQueries({
        queryKey: [allRows],
        predicate: ({ state }) => state.data === undefined && state.fetchFailureCount > 0,
      }),
  };
}
