import {
  type FleetControlFinding,
  type FleetControlOutcome,
  type FleetControlStart,
  type FleetControlStatus,
  fleetControlFindingSchema,
  fleetControlStatusSchema,
} from '@atalaia/contract/providers/fleet-control-sync';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { statusText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';

export const statusKey = ['fleet-control'] as const;

/** How often a run that continues is looked at, and one that rests, ms. */
const goesOnMs = 1000;
const restsMs = 15_000;

/** The state of the exchange, looked at again for as long as it continues. */
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

/** What a run found, as far as it was scrolled to; `found` changes while it continues, and asks again. */
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

function readStatus(api: ApiClient, signal: AbortSignal): Promise<FleetControlStatus> {
  return api.json({ path: 'fleet-control', signal }, fleetControlStatusSchema);
}

function startRun(api: ApiWriter, request: FleetControlStart): Promise<FleetControlStatus> {
  return api.json({ method: 'POST', path: 'fleet-control/runs', json: request }, fleetControlStatusSchema);
}

function stopRun(api: ApiWriter): Promise<FleetControlStatus> {
  return api.json({ method: 'DELETE', path: 'fleet-control/runs' }, fleetControlStatusSchema);
}

const groupSchema = z.object({ id: z.number(), name: z.string() });

/** Groups that something new may go to, by name. */
function listGroups(api: ApiClient, signal: AbortSignal): Promise<readonly z.infer<typeof groupSchema>[]> {
  return api.json({ path: 'groups', query: { limit: 1000 }, signal }, z.array(groupSchema));
}

interface FindingsFilter {
  readonly runId: number;
  readonly outcome: FleetControlOutcome | undefined;
  readonly keyword: string;
}

/** Findings of a page. */
const findingsPageSize = 100;

async function listFindings(
  api: ApiClient,
  { runId, outcome, keyword }: FindingsFilter,
  offset: number,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly FleetControlFinding[]; readonly total: number }> {
  const query = { outcome, keyword: keyword || undefined, limit: findingsPageSize, offset };
  const { body, headers } = await api.answer(
    { path: `fleet-control/runs/${runId}/findings`, query, signal },
    z.array(fleetControlFindingSchema),
  );
  return { rows: body, total: Number(headers.get(totalCountHeader) ?? body.length) };
}
