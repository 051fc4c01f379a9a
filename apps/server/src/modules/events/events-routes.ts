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
import type { EventsService } from './events-service.ts';

const tags = ['events'];
const reads = { access: 'signed-in' } as const;
const params = z.object({ id: longIdTextSchema });

export function eventsRoutes(app: App, events: EventsService): void {
  app.get(
    '/events',
    {
      config: reads,
      schema: {
        summary: 'Lists the events of visible devices',
        tags,
        querystring: eventQuerySchema,
        response: { 200: z.array(eventSchema) },
      },
    },
    (request, reply) => sendJsonArray(reply, events.list(callerOf(request), request.query)),
  );
  app.get(
    '/events/open-alarms',
    {
      config: reads,
      schema: {
        summary: 'Lists the alarms of visible devices that nobody has handled',
        tags,
        querystring: openAlarmQuerySchema,
        response: { 200: z.array(eventSchema) },
      },
    },
    (request, reply) => sendJsonArray(reply, events.openAlarms(callerOf(request), request.query)),
  );
  app.get(
    '/events/handled',
    {
      config: { access: 'desk' },
      schema: {
        summary: 'Searches the handled events of visible devices',
        tags,
        querystring: handledEventQuerySchema,
        response: { 200: z.array(handledEventSchema) },
      },
    },
    (request, reply) => sendJsonArray(reply, events.handled(callerOf(request), request.query)),
  );
  app.get(
    '/events/:id',
    { config: reads, schema: { summary: 'Reads an event', tags, params, response: { 200: eventSchema } } },
    async (request, reply) =>
      sendJson(reply, await events.read(callerOf(request), Number(request.params.id))),
  );
  app.get(
    '/events/:id/comments',
    {
      config: reads,
      schema: {
        summary: 'Lists the comments on an event',
        tags,
        params,
        response: { 200: z.array(eventCommentSchema) },
      },
    },
    (request, reply) => sendJsonArray(reply, events.comments(callerOf(request), Number(request.params.id))),
  );
  app.post(
    '/events/:id/comment',
    {
      config: { access: 'writer', refusals: [422] },
      schema: {
        summary: 'Comments on an event, which marks it as handled',
        tags,
        params,
        body: eventCommentInputSchema,
        response: { 200: eventCommentSchema },
      },
    },
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
