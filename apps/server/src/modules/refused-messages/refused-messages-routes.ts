import { refusedMessageQuerySchema, refusedMessageSchema } from '@atalaia/contract/devices/unknown-tracker';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { sendJsonArray } from '../../platform/http/json-text.ts';
import type { RefusedMessagesService } from './refused-messages-service.ts';

export function refusedMessagesRoutes(app: App, messages: RefusedMessagesService): void {
  app.get(
    '/refused-messages',
    {
      config: { access: 'administrator' },
      schema: {
        summary: 'Lists messages that could not be stored and were set aside',
        tags: ['refused-messages'],
        querystring: refusedMessageQuerySchema,
        response: { 200: z.array(refusedMessageSchema) },
      },
    },
    (request, reply) => sendJsonArray(reply, messages.list(request.query)),
  );
}
