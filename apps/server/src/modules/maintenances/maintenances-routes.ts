import {
  maintenanceInputSchema,
  maintenanceQuerySchema,
  maintenanceSchema,
  maintenanceServiceInputSchema,
  maintenanceServiceQuerySchema,
  maintenanceServiceSchema,
  maintenanceStateQuerySchema,
  maintenanceStateSchema,
} from '@atalaia/contract/rules/maintenance';
import { linkedCreatingSchema } from '@atalaia/contract/values/linked-query';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-service.ts';
import type { MaintenanceServicesService } from './maintenance-services-service.ts';

const route = routeOptions('maintenance');

/** The field's word in the address: `/maintenance`. */
export function maintenancesRoutes(
  app: App,
  service: LinkedNounService<typeof maintenanceInputSchema, typeof linkedCreatingSchema>,
): void {
  linkedRoutes(app, {
    path: '/maintenance',
    one: 'a maintenance',
    list: 'the maintenances that the caller may see, by name',
    schema: maintenanceSchema,
    inputSchema: maintenanceInputSchema,
    querySchema: maintenanceQuerySchema,
    creatingSchema: linkedCreatingSchema,
    service,
  });
}

export function maintenanceServicesRoutes(app: App, services: MaintenanceServicesService): void {
  app.get(
    '/maintenance/states',
    route('signed-in', 'Lists where devices stand with their maintenances, the most urgent first', {
      querystring: maintenanceStateQuerySchema,
      answer: z.array(maintenanceStateSchema),
    }),
    async (request, reply) => {
      const { rows, total } = await services.states(callerOf(request), request.query);
      reply.header(totalCountHeader, total);
      return rows;
    },
  );
  app.get(
    '/maintenance/services',
    route('signed-in', 'Lists what was done of devices’ maintenances, newest first', {
      querystring: maintenanceServiceQuerySchema,
      answer: z.array(maintenanceServiceSchema),
    }),
    (request) => services.services(callerOf(request), request.query),
  );
  app.post(
    '/maintenance/services',
    route(
      { access: 'writer', refusals: [409] },
      'Notes that a maintenance was done, from which the next one is counted',
      { body: maintenanceServiceInputSchema, answer: maintenanceStateSchema },
    ),
    (request) => services.perform(callerOf(request), request.body),
  );
  app.delete(
    '/maintenance/services/:id',
    route({ access: 'writer', refusals: [409] }, 'Takes back what was noted last of a maintenance', {
      params: idParamsSchema,
      answer: null,
    }),
    (request) => services.takeBack(callerOf(request), Number(request.params.id)),
  );
}
