import { type Silence, silenceSchema } from '@atalaia/contract/desk/silence';
import type { Device } from '@atalaia/contract/devices/device';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useDeskRole } from '../../lib/session/desk-role.ts';
import { useLive } from '../live-context.ts';

export const silencesKey = ['silences'] as const;

const secondMs = 1000;
const none: readonly Silence[] = [];

/** What opens no alarm for a while: read again when the server says that it changed, and at the first end (DESK-16). */
export function useSilencesQuery() {
  const api = useApi();
  const { desk } = useLive();
  return useQuery({
    queryKey: silencesKey,
    queryFn: ({ signal }) => api.json({ path: 'silences', signal }, z.array(silenceSchema)),
    enabled: useDeskRole() !== 'none',
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval({ state }) {
      const [first] = state.data ?? [];
      return first ? Math.max(secondMs, Date.parse(first.until) - Date.now() - desk.get().clockMs) : false;
    },
  });
}

export const useSilences = (): readonly Silence[] => useSilencesQuery().data ?? none;

/** The one that ends last of those that hold for a device: its own, or its customer's. */
export function useSilence(device: Pick<Device, 'id' | 'customerId'> | undefined): Silence | undefined {
  return useSilences().findLast(
    ({ deviceId, customerId }) =>
      device !== undefined &&
      (deviceId === device.id || (customerId > 0 && customerId === device.customerId)),
  );
}
