/** What is registered beside devices, groups and users: the services of each, and their routes. */
import type { Kysely } from 'kysely';
import { calendars, calendarsRoutes } from './modules/calendars/calendars-resource.ts';
import { computedAttributes } from './modules/computed-attributes/computed-attributes-resource.ts';
import { computedAttributesRoutes } from './modules/computed-attributes/computed-attributes-routes.ts';
import { createExpressionTestsService } from './modules/computed-attributes/expression-tests-service.ts';
import { customersRoutes } from './modules/customers/customers-routes.ts';
import { createCustomersService } from './modules/customers/customers-service.ts';
import { createDeviceImages } from './modules/devices/device-images-service.ts';
import type { DevicesBulkService } from './modules/devices/devices-bulk-service.ts';
import type { DevicesService } from './modules/devices/devices-service.ts';
import { drivers, driversRoutes } from './modules/drivers/drivers-resource.ts';
import { geofences, geofencesRoutes } from './modules/geofences/geofences-resource.ts';
import { maintenances, maintenancesRoutes } from './modules/maintenances/maintenances-resource.ts';
import type { PaymentsService } from './modules/payments/payments-service.ts';
import type { PositionsService } from './modules/positions/positions-service.ts';
import { responders } from './modules/responders/responders-resource.ts';
import { respondersRoutes } from './modules/responders/responders-routes.ts';
import type { UsersService } from './modules/users/users-service.ts';
import type { Schema } from './platform/db/schema.ts';
import type { App } from './platform/http/app-type.ts';
import type { Commit } from './queries/commit.ts';
import type { LinkWithin } from './queries/link-within.ts';
import { createLinkedService } from './resources/linked/linked-service.ts';
import type { Visibility } from './visibility/visibility.ts';

export interface ResourceServicesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Visibility;
  readonly linkWithin: LinkWithin;
  readonly devices: DevicesService;
  readonly devicesBulk: DevicesBulkService;
  readonly users: UsersService;
  readonly positions: PositionsService;
  readonly payments: Pick<PaymentsService, 'orderWithin'>;
}

export type ResourceServices = ReturnType<typeof createResourceServices>;

export function createResourceServices({
  devices,
  devicesBulk,
  users,
  positions,
  payments,
  ...parts
}: ResourceServicesParts) {
  return {
    calendars: createLinkedService(parts, calendars),
    deviceImages: createDeviceImages(parts),
    computedAttributes: createLinkedService(parts, computedAttributes),
    customers: createCustomersService({
      ...parts,
      publishDevices: devices.publishWithin,
      orderPayment: payments.orderWithin,
      acts: {
        device: {
          relocate: (within, publish, caller, ids, to) =>
            devicesBulk.relocateWithin(within, publish, caller, ids, 'customer_id', to),
          remove: devicesBulk.removeWithin,
        },
        user: { relocate: users.relocateWithin, remove: users.removeWithin },
      },
      lockUsers: users.lockWithin,
    }),
    drivers: createLinkedService(parts, drivers),
    expressionTests: createExpressionTestsService({ positions, describeDevices: devices.describe }),
    geofences: createLinkedService(parts, geofences),
    maintenances: createLinkedService(parts, maintenances),
    responders: createLinkedService(parts, responders),
  };
}

export function resourceRoutes(app: App, registers: ResourceServices): void {
  calendarsRoutes(app, registers.calendars);
  computedAttributesRoutes(app, registers.computedAttributes, registers.expressionTests);
  customersRoutes(app, registers.customers);
  driversRoutes(app, registers.drivers);
  geofencesRoutes(app, registers.geofences);
  maintenancesRoutes(app, registers.maintenances);
  respondersRoutes(app, registers.responders);
}
