import type { FleetControlStatus } from '@atalaia/contract/providers/fleet-control-sync';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { statusText } from '../../lib/texts/status-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import {
  type FindingsFilter,
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

/** The state of the exchange, looked at again for as long as it goes on. */
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
  const queries = useQueryClient();
  const onSuccess = (status: FleetControlStatus) => {
    queries.setQueryData(statusKey, status);
    void queries.invalidateQueries({ queryKey: ['fleet-control-findings'] });
  };
  const onError = (failure: Error) => toasts.show('failure', statusText(failure, text));
  const starting = useWrite({ write: startRun, onSuccess, onError });
  const stopping = useWrite({ write: stopRun, onSuccess, onError });
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

/** What a run found, as far as it was scrolled to; `found` changes while it goes on, and asks again. */
export function useFindings(request: FindingsFilter, found: number) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['fleet-control-findings', request, found],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => listFindings(api, request, pageParam, signal),
    getNextPageParam: ({ rows }, _all, offset) =>
      rows.length < findingsPageSize ? undefined : offset + rows.length,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
