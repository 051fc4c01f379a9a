import { type SentCommand, sentCommandSchema } from '@atalaia/contract/sent-command';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** The newest command of a device; null when none was ever sent. */
export async function lastSentCommand(
  api: ApiClient,
  deviceId: number,
  signal: AbortSignal,
): Promise<SentCommand | null> {
  const query = { deviceId, limit: 1 };
  const [last] = await api.json({ path: 'commands/sent', query, signal }, z.array(sentCommandSchema));
  return last ?? null;
}
