import type { Event } from '@atalaia/contract/event';
import type { Stop } from '@atalaia/contract/report-rows';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { readReport } from '../../../lib/reports/read-report.ts';
import type { ReportName } from '../../../lib/reports/report-names.ts';
import type { RowOf } from '../../../lib/reports/report-rows.ts';
import { addressOfWish, type ReportWish } from '../../../lib/reports/report-wish.ts';

export interface AlongTheWay {
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

/** Where one device stood and what happened to it, in the period of a wish. */
export function useAlongTheWay(wish: ReportWish, deviceId: number): AlongTheWay {
  const stops = useRows('stop', wish, deviceId);
  const events = useRows('event', wish, deviceId);
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
  wish: ReportWish,
  deviceId: number,
) {
  const api = useApi();
  const own: ReportWish = { ...wish, view: name, deviceIds: [deviceId], groupIds: [], hasMarkers: false };
  return useQuery({
    queryKey: ['along-the-way', addressOfWish(own)],
    queryFn: async ({ signal }): Promise<RowOf[Name][]> => {
      const rows = await readReport(api, own, { signal });
      return Array.from({ length: rows.count() }, (_, index) => rows.rowAt(index) as RowOf[Name]);
    },
    staleTime: 60_000,
    retry: false,
  });
}
