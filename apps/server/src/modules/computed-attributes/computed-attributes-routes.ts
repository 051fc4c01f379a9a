import {
  computedAttributeInputSchema,
  computedAttributeQuerySchema,
  computedAttributeSchema,
  computedTestQuerySchema,
  computedValueSchema,
} from '@atalaia/contract/computed-attribute';
import { z } from 'zod';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/authentication.ts';
import { sendJson } from '../../http/json-text.ts';
import { type LinkedNounService, linkedRoutes } from '../linked/linked-routes.ts';
import type { ExpressionTestsService } from './expression-tests-service.ts';

const path = '/attributes/computed';

export function computedAttributesRoutes(
  app: App,
  service: LinkedNounService<typeof computedAttributeInputSchema>,
  tests: ExpressionTestsService,
): void {
  linkedRoutes(app, {
    path,
    schema: computedAttributeSchema,
    inputSchema: computedAttributeInputSchema,
    querySchema: computedAttributeQuerySchema,
    service,
  });
  app.post(
    `${path}/test`,
    {
      config: { access: 'writer' },
      schema: {
        tags: ['attributes/computed'],
        querystring: computedTestQuerySchema,
        body: computedAttributeInputSchema,
        response: { 200: computedValueSchema, 204: z.null() },
      },
    },
    async (request, reply) => {
      const deviceId = Number(request.query.deviceId);
      const value = await tests.test(callerOf(request), deviceId, request.body);
      return value === undefined ? reply.code(204).send(null) : sendJson(reply, JSON.stringify(value));
    },
  );
}
