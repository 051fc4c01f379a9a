import { type Device, deviceSchema } from '@atalaia/contract/devices/device';
import { type Position, positionSchema } from '@atalaia/contract/devices/position';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient } from '../api/api-client.ts';
import { useApi } from '../api/api-context.ts';

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

/** A device with its last position, as a row of a list shows them. */
export interface DeviceRow {
  readonly device: Device;
  /** Undefined when it never had one. */
  readonly position: Position | undefined;
}

/** The rows of some devices by their numbers; those that no longer exist are missing. */
export async function fetchDeviceRows(
  api: ApiClient,
  deviceIds: readonly number[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, DeviceRow>> {
  const of = signal ? { signal } : {};
  const devices = await api.json({ path: 'devices', query: { id: deviceIds }, ...of }, z.array(deviceSchema));
  const positionIds = devices.map(({ positionId }) => positionId).filter((id) => id > 0);
  const positions =
    positionIds.length === 0
      ? []
      : await api.json({ path: 'positions', query: { id: positionIds }, ...of }, z.array(positionSchema));
  const placeOf = new Map(positions.map((position) => [position.deviceId, position]));
  return new Map(devices.map((device) => [device.id, { device, position: placeOf.get(device.id) }]));
}
