import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { type DeviceRow, fetchDeviceRows, retryDelayMs } from '../../lib/fleet/use-device-rows.ts';

interface KnownRow {
  /** Undefined for a device that is gone. */
  readonly row: DeviceRow | undefined;
  readonly readMs: number;
}

/** A row that is looked at is at most this old, ms (DASH-04). */
const freshMs = 60_000;

/** Rows kept, beyond those that are shown. */
const mostKept = 2_000;

/**
 * What the rows of these devices show. Only those that are not known yet are fetched: in a list that is sorted by speed
 * the order changes every few seconds, and the rows do not.
 */
export function useKnownRows(deviceIds: readonly number[]): {
  readonly rowOf: (deviceId: number) => DeviceRow | undefined;
  readonly failure: Error | undefined;
  readonly retry: () => void;
} {
  const api = useApi();
  const known = useRef(new Map<number, KnownRow>()).current;
  const nowMs = Date.now();
  const missing = deviceIds
    .filter((id) => nowMs - (known.get(id)?.readMs ?? 0) > freshMs)
    .toSorted((one, other) => one - other);
  const query = useQuery({
    queryKey: ['known-rows', missing],
    queryFn: async ({ signal }) => {
      const rows = await fetchDeviceRows(api, missing, signal);
      const readMs = Date.now();
      if (known.size > mostKept) known.clear();
      for (const id of missing) known.set(id, { row: rows.get(id), readMs });
      return readMs;
    },
    enabled: missing.length > 0,
    gcTime: 0,
    retry: true,
    retryDelay: retryDelayMs,
  });
  const { failureReason, refetch } = query;
  // the kit draws again for what is read of it alone: without this rows that came would not be drawn
  void query.dataUpdatedAt;
  const isMissing = deviceIds.some((id) => !known.has(id));
  return {
    rowOf: (deviceId) => known.get(deviceId)?.row,
    failure: isMissing ? (failureReason ?? undefined) : undefined,
    retry: () => void refetch(),
  };
}
