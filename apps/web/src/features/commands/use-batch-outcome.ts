import type { BatchResult } from '@atalaia/contract/sent-command';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { listBatch } from './api/list-batch.ts';
import { type DeviceOutcome, outcomesOf } from './batch-outcome.ts';
import { useCommandNews } from './use-command-news.ts';

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
