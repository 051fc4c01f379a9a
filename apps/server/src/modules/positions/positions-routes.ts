import { positionQuerySchema, positionSchema } from '@atalaia/contract/devices/position';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJsonArray } from '../../platform/http/json-text.ts';
import type { PositionsService } from './positions-service.ts';

export function positionsRoutes(app: App, positions: PositionsService): void {
  app.get(
    '/positions',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Lists last positions, positions by id, or the track of a device',
        tags: ['positions'],
        querystring: positionQuerySchema,
        response: { 200: z.array(positionSchema) },
      },
    },
    (request, reply) => sendJsonArray(reply, positions.list(callerOf(request), request.query)),
  );
}
