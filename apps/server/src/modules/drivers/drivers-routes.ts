import { driverInputSchema, driverQuerySchema, driverSchema } from '@atalaia/contract/driver';
import type { App } from '../../http/app-type.ts';
import { type LinkedNounService, linkedRoutes } from '../linked/linked-routes.ts';

export function driversRoutes(app: App, service: LinkedNounService<typeof driverInputSchema>): void {
  linkedRoutes(app, {
    path: '/drivers',
    schema: driverSchema,
    inputSchema: driverInputSchema,
    querySchema: driverQuerySchema,
    service,
  });
}
