import {
  eventCommentInputSchema,
  eventCommentSchema,
  eventQuerySchema,
  eventSchema,
  handledEventQuerySchema,
  handledEventSchema,
  openAlarmQuerySchema,
} from '@atalaia/contract/rules/event';
import { longIdTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import { fieldRefusal } from '../../errors/app-error.ts';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJson, sendJsonArray } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { EventsService } from './events-service.ts';

const route = routeOptions('events');
const params = z.object({ id: longIdTextSchema });

export function eventsRoutes(app: App, events: EventsService): void {
  app.get(
    '/events',
    route('signed-in', 'Lists the events of visible devices', {
      querystring: eventQuerySchema,
      answer: z.array(eventSchema),
    }),
    (request, reply) => sendJsonArray(reply, events.list(callerOf(request), request.query)),
  );
  app.get(
    '/events/open-alarms',
    route('signed-in', 'Lists the alarms of visible devices that nobody has handled', {
      querystring: openAlarmQuerySchema,
      answer: z.array(eventSchema),
    }),
    (request, reply) => sendJsonArray(reply, events.openAlarms(callerOf(request), request.query)),
  );
  app.get(
    '/events/handled',
    route('desk', 'Searches the handled events of visible devices', {
      querystring: handledEventQuerySchema,
      answer: z.array(handledEventSchema),
    }),
    (request, reply) => sendJsonArray(reply, events.handled(callerOf(request), request.query)),
  );
  app.get(
    '/events/:id',
    route('signed-in', 'Reads an event', { params, answer: eventSchema }),
    async (request, reply) =>
      sendJson(reply, await events.read(callerOf(request), Number(request.params.id))),
  );
  app.get(
    '/events/:id/comments',
    route('signed-in', 'Lists the comments on an event', { params, answer: z.array(eventCommentSchema) }),
    (request, reply) => sendJsonArray(reply, events.comments(callerOf(request), Number(request.params.id))),
  );
  app.post(
    '/events/:id/comment',
    route({ access: 'writer', refusals: [422] }, 'Comments on an event, which marks it as handled', {
      params,
      body: eventCommentInputSchema,
      answer: eventCommentSchema,
    }),
    async (request, reply) => {
      const id = Number(request.params.id);
      const { eventId } = request.body;
      if (eventId !== undefined && eventId !== id) {
        throw fieldRefusal('invalid-input', { path: 'eventId', message: `must be ${id}, as in the address` });
      }
      return sendJson(reply, await events.comment(callerOf(request), id, request.body));
    },
  );
}
