import type { BatchResult, SentCommand } from '@atalaia/contract/devices/sent-command';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { listSent } from './api/list-sent.ts';
import { type DeviceOutcome, outcomesOf } from './batch-outcome.ts';
import { useCommandNews } from './use-command-news.ts';

/** As many as one call answers. */
const mostRows = 1000;

/** All commands of one batch, newest first, in as many calls as they take. */
async function listBatch(
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

/** What became of each device of a batch, and goes on becoming: answers of trackers are shown as they come (CMD-05). */
export function useBatchOutcome(answers: readonly (readonly BatchResult[])[]): readonly DeviceOutcome[] {
  const api = useApi();
  const results = useMemo(() => answers.flat(), [answers]);
  const batchIds = useMemo(() => [...new Set(results.flatMap(({ batchId }) => batchId ?? []))], [results]);
  const queries = useQueries({
    queries: batchIds.map((batchId) => ({
      queryKey: ['batch', batchId],
      queryFn: ({ signal }: { signal: AbortSignal }) => listBatch(api, batchId, signal),
      retry: false,
    })),
    combine: (all) => ({
      rows: all.flatMap(({ data }) => data ?? []),
      refetch: () => {
        for (const { refetch } of all) void refetch();
      },
    }),
  });
  const { rows, refetch } = queries;
  useCommandNews(
    useMemo(() => results.map(({ deviceId }) => deviceId), [results]),
    useCallback(() => refetch(), [refetch]),
  );
  return useMemo(() => outcomesOf(answers, rows), [answers, rows]);
}
