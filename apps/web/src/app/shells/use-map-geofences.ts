import { geofenceSchema } from '@atalaia/contract/geofence';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import type { MapCore } from '../../map/map-api.ts';

const geofencesSchema = z.array(geofenceSchema);

/** Every geofence the person sees, on the map (MAP-13); loaded again whenever one is made or changed. */
export function useMapGeofences(core: MapCore | null): void {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['geofences'],
    queryFn: ({ signal }) => api.json({ path: 'geofences', signal }, geofencesSchema),
  });
  useEffect(() => {
    if (data) core?.setGeofences(data);
  }, [core, data]);
}
