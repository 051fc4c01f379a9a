import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { type TrailPlace, trailPlaceSchema } from '@atalaia/contract/sinisters/sinister-trail';
import { sinisterAge } from '@atalaia/domain/time/sinister-age';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore } from '../../map/map-api.ts';
import { toasts } from '../../ui/feedback/toasts.ts';

/** Draws an open sinister on the map: opening place, last position, and the way since the opening, which grows live. */
export function useSinisterPicture(core: Pick<MapCore, 'setSinister'>, sinister: Sinister | undefined): void {
  const { text } = useTexts();
  const api = useApi();
  const isOpen = sinister?.status === 'opened';
  const sinisterId = sinister?.id ?? 0;
  const trail = useQuery({
    queryKey: ['sinister-trail', sinisterId],
    queryFn: ({ signal }) => getTrail(api, sinisterId, signal),
    enabled: isOpen,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { data: way, error } = trail;
  useEffect(() => {
    if (!error) return;
    console.error('The way of the case could not be loaded', error);
    toasts.show('failure', text('sinister.trailFailed'));
  }, [error, text]);

  const isReady = isOpen && (way !== undefined || error !== null);
  const { deviceId = 0, openingDate = '', openingLatitude = null, openingLongitude = null } = sinister ?? {};
  useEffect(() => {
    if (!isReady) return;
    const isPlaced = openingLatitude !== null && openingLongitude !== null;
    core.setSinister({
      sinisterId,
      deviceId,
      age: sinisterAge(Date.parse(openingDate), Date.now()),
      opening: isPlaced ? { latitude: openingLatitude, longitude: openingLongitude } : null,
      way: way ?? [],
    });
  }, [core, isReady, way, sinisterId, deviceId, openingDate, openingLatitude, openingLongitude]);
  useEffect(() => () => core.setSinister(null), [core]);
}

/** Where the vehicle of a sinister was since it was opened, oldest first. */
function getTrail(api: ApiClient, sinisterId: number, signal: AbortSignal): Promise<readonly TrailPlace[]> {
  return api.json({ path: `sinisters/${sinisterId}/trail`, signal }, z.array(trailPlaceSchema));
}
