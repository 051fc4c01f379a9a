import { useQueries } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { type DeviceRow, fetchDeviceRows } from './fetch-device-rows.ts';

/** Rows asked for at once: small enough for an address of 2,000 characters. */
export const rowsPerPage = 50;

/** A row that is looked at is at most this old, ms (DASH-04). */
const refreshMs = 60_000;

/**
 * What the rows from `first` to `last` of a list show; undefined while it is on its way. Fetched by whole pages, so that
 * scrolling back asks nobody.
 */
export function useDeviceRows(
  ids: Int32Array,
  first: number,
  last: number,
): (index: number) => DeviceRow | undefined {
  const api = useApi();
  const from = Math.floor(Math.max(first, 0) / rowsPerPage);
  const to = Math.floor(Math.max(Math.min(last, ids.length - 1), 0) / rowsPerPage);
  const pages = ids.length === 0 ? [] : Array.from({ length: to - from + 1 }, (_, entry) => from + entry);
  const queries = useQueries({
    queries: pages.map((page) => {
      const pageIds = Array.from(ids.subarray(page * rowsPerPage, (page + 1) * rowsPerPage));
      return {
        queryKey: ['device-rows', pageIds],
        queryFn: ({ signal }: { signal: AbortSignal }) => fetchDeviceRows(api, pageIds, signal),
        staleTime: refreshMs,
        refetchInterval: refreshMs,
      };
    }),
  });
  return (index) => queries[Math.floor(index / rowsPerPage) - from]?.data?.get(ids[index] ?? 0);
}
