import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Says how an event was handled; who and when come from the session (EVT-03). */
export function handleEvent(api: ApiClient, eventId: number, comment: string): Promise<void> {
  return api.send({
    method: 'POST',
    path: `events/${eventId}/comment`,
    json: { eventId, comment, attributes: {} },
  });
}
