import { type CommandTypeEntry, commandTypeSchema } from '@atalaia/contract/devices/command';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

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
