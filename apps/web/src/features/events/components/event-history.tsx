import { type EventComment, eventCommentSchema } from '@atalaia/contract/rules/event';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import classes from './event-history.module.css';

/** Who handled the event, when and how (EVT-03). */
export function EventHistory({ eventId }: { readonly eventId: number }) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['event-comments', eventId],
    queryFn: ({ signal }) => listEventComments(api, eventId, signal),
  });
  return (
    <div role="status" className={classes.history}>
      {error && failureText(error, text)}
      {data?.map(({ id, userName, createdAt, comment }) => (
        <figure key={id} className={classes.entry}>
          <figcaption>
            {text('event.handledBy', { name: userName, date: formats.dateTime(createdAt) })}
          </figcaption>
          <blockquote dir="auto">{comment}</blockquote>
        </figure>
      ))}
    </div>
  );
}

/** How an event was handled, oldest first (EVT-03). */
function listEventComments(api: ApiClient, eventId: number, signal: AbortSignal): Promise<EventComment[]> {
  return api.json({ path: `events/${eventId}/comments`, signal }, z.array(eventCommentSchema));
}
