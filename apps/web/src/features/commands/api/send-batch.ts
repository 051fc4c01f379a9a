import type { BatchCommand } from '@atalaia/contract/command';
import { type BatchResult, batchResultSchema } from '@atalaia/contract/sent-command';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Thousands of trackers are told within one call, ms. */
const timeoutMs = 120_000;

/** Sends one command to many devices; what became of it is said of each (CMD-04). */
export function sendBatch(api: ApiClient, batch: BatchCommand): Promise<readonly BatchResult[]> {
  return api.json(
    { method: 'POST', path: 'commands/batch', json: batch, timeoutMs },
    z.array(batchResultSchema),
  );
}
