import { type Event, eventSchema } from '@atalaia/contract/event';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** One event, also one that left the live list. */
export function getEvent(api: ApiClient, eventId: number, signal: AbortSignal): Promise<Event> {
  return api.json({ path: `events/${eventId}`, signal }, eventSchema);
}
