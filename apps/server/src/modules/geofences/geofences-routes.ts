import {
  geofenceCreatingSchema,
  geofenceInputSchema,
  geofenceQuerySchema,
  geofenceSchema,
} from '@atalaia/contract/rules/geofence';
import type { App } from '../../platform/http/app-type.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-routes.ts';

export function geofencesRoutes(
  app: App,
  service: LinkedNounService<typeof geofenceInputSchema, typeof geofenceCreatingSchema>,
): void {
  linkedRoutes(app, {
    path: '/geofences',
    one: 'a geofence',
    list: 'the geofences that the caller may see, by name',
    schema: geofenceSchema,
    inputSchema: geofenceInputSchema,
    querySchema: geofenceQuerySchema,
    creatingSchema: geofenceCreatingSchema,
    service,
  });
}
