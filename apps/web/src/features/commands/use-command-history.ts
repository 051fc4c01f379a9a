import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { listSent } from './api/list-sent.ts';
import { othersEveryMs, useCommandNews } from './use-command-news.ts';

/** Commands asked for at once. */
const pageLength = 30;

/** All commands of a device, newest first, as they stand: what is told live is asked for anew (CMD-05). */
export function useCommandHistory(deviceId: number) {
  const api = useApi();
  const history = useInfiniteQuery({
    queryKey: ['command-history', deviceId],
    queryFn: ({ pageParam: before, signal }) =>
      listSent(api, { deviceId, before, limit: pageLength }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length === pageLength ? page.at(-1)?.id : undefined),
    refetchInterval: othersEveryMs,
    retry: false,
  });
  const { refetch } = history;
  useCommandNews(
    useMemo(() => [deviceId], [deviceId]),
    useCallback(() => void refetch(), [refetch]),
  );
  return { ...history, commands: history.data?.pages.flat() };
}
