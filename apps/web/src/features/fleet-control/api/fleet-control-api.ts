import {
  type FleetControlFinding,
  type FleetControlOutcome,
  type FleetControlStart,
  type FleetControlStatus,
  fleetControlFindingSchema,
  fleetControlStatusSchema,
} from '@atalaia/contract/providers/fleet-control-sync';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../../lib/api/api-client.ts';

export function readStatus(api: ApiClient, signal: AbortSignal): Promise<FleetControlStatus> {
  return api.json({ path: 'fleet-control', signal }, fleetControlStatusSchema);
}

export function startRun(api: ApiWriter, request: FleetControlStart): Promise<FleetControlStatus> {
  return api.json({ method: 'POST', path: 'fleet-control/runs', json: request }, fleetControlStatusSchema);
}

export function stopRun(api: ApiWriter): Promise<FleetControlStatus> {
  return api.json({ method: 'DELETE', path: 'fleet-control/runs' }, fleetControlStatusSchema);
}

const groupSchema = z.object({ id: z.number(), name: z.string() });

/** Groups that something new may go to, by name. */
export function listGroups(
  api: ApiClient,
  signal: AbortSignal,
): Promise<readonly z.infer<typeof groupSchema>[]> {
  return api.json({ path: 'groups', query: { limit: 1000 }, signal }, z.array(groupSchema));
}

export interface FindingsFilter {
  readonly runId: number;
  readonly outcome: FleetControlOutcome | undefined;
  readonly keyword: string;
}

/** Findings of a page. */
export const findingsPageSize = 100;

export async function listFindings(
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
