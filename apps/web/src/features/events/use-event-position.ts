import type { Event } from '@atalaia/contract/event';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { type EventPosition, getEventPosition } from './api/get-event-position.ts';

/** Where an event happened; undefined until that is known, null when there is no place to show. */
export function useEventPosition(event: Event | undefined): EventPosition | null | undefined {
  const api = useApi();
  const { id, positionId = 0, deviceId = 0 } = event ?? {};
  const { data } = useQuery({
    queryKey: ['event-position', id],
    queryFn: ({ signal }) => getEventPosition(api, { positionId, deviceId }, signal),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
