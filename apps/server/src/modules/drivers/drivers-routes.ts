import { driverInputSchema, driverQuerySchema, driverSchema } from '@atalaia/contract/rules/driver';
import type { App } from '../../platform/http/app-type.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-routes.ts';

export function driversRoutes(app: App, service: LinkedNounService<typeof driverInputSchema>): void {
  linkedRoutes(app, {
    path: '/drivers',
    one: 'a driver',
    list: 'the drivers that the caller may see, by name',
    schema: driverSchema,
    inputSchema: driverInputSchema,
    querySchema: driverQuerySchema,
    service,
  });
}
