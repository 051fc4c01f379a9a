import type { Stop } from '@atalaia/contract/reports/report-rows';
import type { Event } from '@atalaia/contract/rules/event';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { readReport } from '../../../lib/reports/read-report.ts';
import type { ReportName } from '../../../lib/reports/report-names.ts';
import { addressOfRequest, type ReportRequest } from '../../../lib/reports/report-request.ts';
import type { RowOf } from '../../../lib/reports/report-rows.ts';

export interface RouteEvents {
  readonly stops: readonly Stop[];
  readonly events: readonly Event[];
  /** One of them could not be read. */
  readonly failure: unknown;
  readonly retry: () => void;
}

/** Changes of contact say nothing of the way. */
const ofContact: ReadonlySet<string> = new Set([
  'deviceOnline',
  'deviceOffline',
  'deviceUnknown',
  'deviceInactive',
]);

/** Where one device stood and what happened to it, in the period of a request. */
export function useRouteEvents(request: ReportRequest, deviceId: number): RouteEvents {
  const stops = useRows('stop', request, deviceId);
  const events = useRows('event', request, deviceId);
  return {
    stops: stops.data ?? [],
    events: (events.data ?? []).filter(({ type }) => !ofContact.has(type)),
    failure: stops.error ?? events.error,
    retry() {
      for (const query of [stops, events]) if (query.error) void query.refetch();
    },
  };
}

function useRows<Name extends Extract<ReportName, 'stop' | 'event'>>(
  name: Name,
  request: ReportRequest,
  deviceId: number,
) {
  const api = useApi();
  const own: ReportRequest = {
    ...request,
    view: name,
    deviceIds: [deviceId],
    groupIds: [],
    hasMarkers: false,
  };
  return useQuery({
    queryKey: ['along-the-way', addressOfRequest(own)],
    queryFn: async ({ signal }): Promise<RowOf[Name][]> => {
      const rows = await readReport(api, own, { signal });
      return Array.from({ length: rows.count() }, (_, index) => rows.rowAt(index) as RowOf[Name]);
    },
    staleTime: 60_000,
    retry: false,
  });
}
