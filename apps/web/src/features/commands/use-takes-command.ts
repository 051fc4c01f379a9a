import { type CommandTypeEntry, commandTypeSchema } from '@atalaia/contract/devices/command';
import { useNetwork } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';

/** A tracker's protocol changes when another tracker is put in: asked again after this, ms. */
const staleMs = 5 * 60_000;

/**
 * Why a command cannot be sent to a device: this page has no network, or its tracker takes none of the kind. Until that is
 * known it may: the server decides when it is sent (CMD-01).
 */
export function useCommandHindrance(deviceId: number): (type: string) => string | undefined {
  const api = useApi();
  const { text } = useTexts();
  // the live channel may be away where commands still go: what counts is that there is no network at all (APP-01)
  const { online } = useNetwork();
  const { data } = useQuery({
    queryKey: ['command-types', String(deviceId), false],
    queryFn: ({ signal }) => listCommandTypes(api, String(deviceId), false, signal),
    staleTime: staleMs,
    retry: false,
  });
  return (type) => {
    if (!online) return text('command.noNetwork');
    const takes = data?.some((entry) => entry.type === type) ?? true;
    return takes ? undefined : text('apiError.command-not-supported');
  };
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
