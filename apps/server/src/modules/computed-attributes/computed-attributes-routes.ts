import {
  computedAttributeInputSchema,
  computedAttributeQuerySchema,
  computedAttributeSchema,
  computedTestQuerySchema,
  computedValueSchema,
} from '@atalaia/contract/rules/computed-attribute';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJson } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-service.ts';
import type { ExpressionTestsService } from './expression-tests-service.ts';

const path = '/attributes/computed';
const route = routeOptions(path.slice(1));

export function computedAttributesRoutes(
  app: App,
  service: LinkedNounService<typeof computedAttributeInputSchema>,
  tests: ExpressionTestsService,
): void {
  linkedRoutes(app, {
    path,
    one: 'a computed attribute',
    list: 'the computed attributes that the caller may see, by description',
    schema: computedAttributeSchema,
    inputSchema: computedAttributeInputSchema,
    querySchema: computedAttributeQuerySchema,
    service,
    // it rewrites what devices say
    writing: 'device-writer',
  });
  app.post(
    `${path}/test`,
    route('writer', 'Evaluates an expression on the last position of a device', {
      querystring: computedTestQuerySchema,
      body: computedAttributeInputSchema,
      answer: { 200: computedValueSchema, 204: z.null() },
    }),
    async (request, reply) => {
      const deviceId = Number(request.query.deviceId);
      const value = await tests.test(callerOf(request), deviceId, request.body);
      return value === undefined ? reply.code(204).send(null) : sendJson(reply, JSON.stringify(value));
    },
  );
}
