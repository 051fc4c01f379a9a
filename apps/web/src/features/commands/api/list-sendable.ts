import { type Command, commandSchema } from '@atalaia/contract/command';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** The saved commands that a person may send to a device and that its tracker takes. */
export function listSendable(
  api: ApiClient,
  deviceId: string,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  return api.json({ path: 'commands/send', query: { deviceId }, signal }, z.array(commandSchema));
}
