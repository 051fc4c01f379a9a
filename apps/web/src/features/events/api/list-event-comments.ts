import { type EventComment, eventCommentSchema } from '@atalaia/contract/event-comment';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** How an event was handled, oldest first (EVT-03). */
export function listEventComments(
  api: ApiClient,
  eventId: number,
  signal: AbortSignal,
): Promise<EventComment[]> {
  return api.json({ path: `events/${eventId}/comments`, signal }, z.array(eventCommentSchema));
}
