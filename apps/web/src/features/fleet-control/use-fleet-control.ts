import type { FleetControlStart, FleetControlStatus } from '@atalaia/contract/fleet-control-sync';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { statusText } from '../../lib/texts/status-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import {
  type FindingsWish,
  findingsPageSize,
  listFindings,
  listGroups,
  readStatus,
  startRun,
  stopRun,
} from './api/fleet-control-api.ts';

export const statusKey = ['fleet-control'] as const;

/** How often a run that goes on is looked at, and one that rests, ms. */
const goesOnMs = 1000;
const restsMs = 15_000;

/** How the exchange stands, looked at again for as long as it goes on. */
export function useFleetControlStatus(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: statusKey,
    queryFn: ({ signal }) => readStatus(api, signal),
    refetchInterval: ({ state }) => intervalOf(state.data),
    retry: false,
    enabled,
  });
}

function intervalOf(status: FleetControlStatus | undefined): number | false {
  if (status?.run?.state === 'running') return goesOnMs;
  return status?.run?.state === 'waiting' ? restsMs : false;
}

/** Starting and stopping it by hand. */
export function useFleetControlActions() {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const onSuccess = (status: FleetControlStatus) => {
    queries.setQueryData(statusKey, status);
    void queries.invalidateQueries({ queryKey: ['fleet-control-findings'] });
  };
  const onError = (failure: Error) => toasts.show('failure', statusText(failure, text));
  const starting = useMutation({
    mutationFn: (wish: FleetControlStart) => startRun(api, wish),
    onSuccess,
    onError,
  });
  const stopping = useMutation({ mutationFn: () => stopRun(api), onSuccess, onError });
  return { start: starting.mutate, stop: stopping.mutate, isBusy: starting.isPending || stopping.isPending };
}

export function useGroups() {
  const api = useApi();
  return useQuery({
    queryKey: ['fleet-control-groups'],
    queryFn: ({ signal }) => listGroups(api, signal),
    staleTime: 60_000,
  });
}

/** What a run found, as far as it was scrolled to; `found` changes while it goes on, and asks anew. */
export function useFindings(wish: FindingsWish, found: number) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['fleet-control-findings', wish, found],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => listFindings(api, wish, pageParam, signal),
    getNextPageParam: ({ rows }, _all, offset) =>
      rows.length < findingsPageSize ? undefined : offset + rows.length,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
