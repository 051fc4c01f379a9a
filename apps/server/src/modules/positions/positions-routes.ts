import { positionQuerySchema, positionSchema } from '@atalaia/contract/position';
import { z } from 'zod';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/authentication.ts';
import { sendJsonArray } from '../../http/json-text.ts';
import type { PositionsService } from './positions-service.ts';

export function positionsRoutes(app: App, positions: PositionsService): void {
  app.get(
    '/positions',
    {
      config: { access: 'signed-in' },
      schema: {
        tags: ['positions'],
        querystring: positionQuerySchema,
        response: { 200: z.array(positionSchema) },
      },
    },
    (request, reply) => sendJsonArray(reply, positions.list(callerOf(request), request.query)),
  );
}
