import { refusedMessageQuerySchema, refusedMessageSchema } from '@atalaia/contract/devices/unknown-tracker';
import type { PageQuery } from '@atalaia/contract/values/query-values';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../platform/db/schema.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type JsonRows, sendJsonArray } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { describeRefusedMessages } from './refused-messages-queries.ts';

export interface RefusedMessagesService {
  /** As the contract describes them, the latest first. */
  list(page: PageQuery): JsonRows;
}

const usualRows = 100;
const mostRows = 1000;

export function createRefusedMessagesService(kysely: Kysely<Schema>): RefusedMessagesService {
  return {
    async *list({ limit = usualRows, offset }) {
      const page = { limit: String(Math.min(Number(limit), mostRows)), offset };
      yield await describeRefusedMessages(kysely, page);
    },
  };
}

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
