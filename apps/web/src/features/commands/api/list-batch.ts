import type { SentCommand } from '@atalaia/contract/sent-command';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { listSent } from './list-sent.ts';

/** As many as one call answers. */
const mostRows = 1000;

/** All commands of one batch, newest first, in as many calls as they take. */
export async function listBatch(
  api: ApiClient,
  batchId: string,
  signal: AbortSignal,
): Promise<readonly SentCommand[]> {
  const rows: SentCommand[] = [];
  let before: number | undefined;
  do {
    const page = await listSent(api, { batchId, before, limit: mostRows }, signal);
    rows.push(...page);
    before = page.length === mostRows ? page.at(-1)?.id : undefined;
  } while (before !== undefined);
  return rows;
}
