import {
  mirrorInputSchema,
  mirrorLineSchema,
  mirrorLogQuerySchema,
  mirrorQuerySchema,
  mirrorSchema,
} from '@atalaia/contract/devices/mirror';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { sendJsonList } from '../../platform/http/json-text.ts';
import { totalCount } from '../../platform/http/route-access.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { crudRoutes } from '../../resources/crud-routes.ts';
import type { MirrorsService } from './mirrors-service.ts';

const route = routeOptions('mirrors');

export function mirrorsRoutes(app: App, mirrors: MirrorsService): void {
  crudRoutes(app, {
    path: '/mirrors',
    one: 'a mirror: devices that are forwarded to another server',
    list: 'the mirrors, by name',
    schema: mirrorSchema,
    inputSchema: mirrorInputSchema,
    querySchema: mirrorQuerySchema,
    reading: 'administrator',
    writing: 'administrator',
    service: mirrors,
  });
  app.get(
    '/mirrors/:id/log',
    route(
      { access: 'administrator', answerHeaders: [totalCount] },
      'Lists what became of forwarded messages, by hour and device, the newest first',
      { params: idParamsSchema, querystring: mirrorLogQuerySchema, answer: z.array(mirrorLineSchema) },
    ),
    async (request, reply) =>
      sendJsonList(reply, await mirrors.log(Number(request.params.id), request.query)),
  );
}
