import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { listCommandTypes } from './api/list-command-types.ts';

/** A tracker's protocol changes when another tracker is put in: asked again after this, ms. */
const staleMs = 5 * 60_000;

/** Whether a device's tracker takes a command. Until that is known it may: the server decides when it is sent (CMD-01). */
export function useTakesCommand(deviceId: number): (type: string) => boolean {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['command-types', String(deviceId), false],
    queryFn: ({ signal }) => listCommandTypes(api, String(deviceId), false, signal),
    staleTime: staleMs,
    retry: false,
  });
  return (type) => data?.some((entry) => entry.type === type) ?? true;
}
