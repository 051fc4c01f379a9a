import { type SentCommand, sentCommandSchema } from '@atalaia/contract/devices/sent-command';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

export interface SentQuery {
  readonly deviceId?: number;
  readonly batchId?: string;
  /** The number of the last one that is known already. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** What was sent and what became of it, newest first. */
export function listSent(
  api: ApiClient,
  query: SentQuery,
  signal: AbortSignal,
): Promise<readonly SentCommand[]> {
  return api.json({ path: 'commands/sent', query: { ...query }, signal }, z.array(sentCommandSchema));
}
