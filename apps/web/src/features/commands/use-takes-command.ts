import { type CommandTypeEntry, commandTypeSchema } from '@atalaia/contract/devices/command';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';

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

/** The commands that a device takes, with what each asks for (CMD-01). */
export function listCommandTypes(
  api: ApiClient,
  deviceId: string,
  textChannel: boolean,
  signal: AbortSignal,
): Promise<readonly CommandTypeEntry[]> {
  const query = { deviceId, ...(textChannel && { textChannel: 'true' }) };
  return api.json({ path: 'commands/types', query, signal }, z.array(commandTypeSchema));
}
