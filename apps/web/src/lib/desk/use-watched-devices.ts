import { type WatchedDevice, watchedDeviceSchema } from '@atalaia/contract/desk/shift';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../api/api-context.ts';
import { useDeskRole } from '../session/desk-role.ts';

export const watchedKey = ['watched-devices'] as const;

/** What another person put on the list is seen within this, ms. */
const refreshMs = 30_000;

/** The watch list, asked once for all who show it; nobody but the desk has one (SHIFT-03). */
export function useWatchedQuery() {
  const api = useApi();
  return useQuery({
    queryKey: watchedKey,
    queryFn: ({ signal }) => api.json({ path: 'watched-devices', signal }, z.array(watchedDeviceSchema)),
    enabled: useDeskRole() !== 'none',
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  });
}

export function useWatched(deviceId: number | undefined): WatchedDevice | undefined {
  return useWatchedQuery().data?.find((watched) => watched.deviceId === deviceId);
}
