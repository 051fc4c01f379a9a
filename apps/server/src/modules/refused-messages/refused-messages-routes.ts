import { refusedMessageQuerySchema, refusedMessageSchema } from '@atalaia/contract/devices/unknown-tracker';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { sendJsonArray } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { RefusedMessagesService } from './refused-messages-service.ts';

const route = routeOptions('refused-messages');

export function refusedMessagesRoutes(app: App, messages: RefusedMessagesService): void {
  app.get(
    '/refused-messages',
    route('administrator', 'Lists messages that could not be stored and were set aside', {
      querystring: refusedMessageQuerySchema,
      answer: z.array(refusedMessageSchema),
    }),
    (request, reply) => sendJsonArray(reply, messages.list(request.query)),
  );
}
