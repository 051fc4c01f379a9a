import {
  maintenanceInputSchema,
  maintenanceQuerySchema,
  maintenanceSchema,
} from '@atalaia/contract/rules/maintenance';
import type { App } from '../../platform/http/app-type.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-routes.ts';

/** The field's word in the address: `/maintenance`. */
export function maintenancesRoutes(
  app: App,
  service: LinkedNounService<typeof maintenanceInputSchema>,
): void {
  linkedRoutes(app, {
    path: '/maintenance',
    one: 'a maintenance',
    list: 'the maintenances that the caller may see, by name',
    schema: maintenanceSchema,
    inputSchema: maintenanceInputSchema,
    querySchema: maintenanceQuerySchema,
    service,
  });
}
