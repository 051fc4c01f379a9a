import { geofenceSchema } from '@atalaia/contract/geofence';
import { maintenanceSchema } from '@atalaia/contract/maintenance';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import type { ReportName } from '../../lib/reports/report-names.ts';

type Named = readonly { readonly id: number; readonly name: string }[];

/** Names of geofences and maintenances, which events hold by number; asked for when there are events. */
export function useNames(report: ReportName) {
  const api = useApi();
  const enabled = report === 'event';
  const geofences = useQuery({
    // the same as the map's: what it has is not asked for again
    queryKey: ['geofences'],
    queryFn: ({ signal }) => api.json({ path: 'geofences', signal }, z.array(geofenceSchema)),
    enabled,
  });
  const maintenances = useQuery({
    queryKey: ['maintenance-names'],
    queryFn: ({ signal }) => api.json({ path: 'maintenance', signal }, z.array(maintenanceSchema)),
    enabled,
    staleTime: 60_000,
  });
  return {
    geofences: useMemo(() => namesOf(geofences.data), [geofences.data]),
    maintenances: useMemo(() => namesOf(maintenances.data), [maintenances.data]),
  };
}

const namesOf = (list: Named = []) => new Map(list.map(({ id, name }) => [id, name]));
