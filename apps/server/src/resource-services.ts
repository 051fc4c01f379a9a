/** What is registered beside devices, groups and users: the services of each, and their routes. */
import { calendars, calendarsRoutes } from './modules/calendars/calendars-resource.ts';
import { campaignsRoutes } from './modules/campaigns/campaigns-routes.ts';
import { type CampaignsParts, createCampaignsService } from './modules/campaigns/campaigns-service.ts';
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
import { createMaintenanceServices } from './modules/maintenances/maintenance-services-service.ts';
import { maintenances } from './modules/maintenances/maintenances-resource.ts';
import { maintenanceServicesRoutes, maintenancesRoutes } from './modules/maintenances/maintenances-routes.ts';
import { mirrorsRoutes } from './modules/mirrors/mirrors-routes.ts';
import { createMirrorsService, type MirrorsServiceParts } from './modules/mirrors/mirrors-service.ts';
import type { PaymentsService } from './modules/payments/payments-service.ts';
import type { PositionsService } from './modules/positions/positions-service.ts';
import { responders, respondersRoutes } from './modules/responders/responders-resource.ts';
import type { UsersService } from './modules/users/users-service.ts';
import type { App } from './platform/http/app-type.ts';
import type { LinkWithin } from './queries/link-within.ts';
import { type BulkChangesParts, createBulkChanges } from './resources/bulk/bulk-changes-service.ts';
import { bulkOfLinked, createLinkedService } from './resources/linked/linked-service.ts';
import type { ListSheet } from './resources/list-sheet.ts';
import type { Visibility } from './visibility/visibility.ts';

export interface ResourceServicesParts
  extends MirrorsServiceParts,
    CampaignsParts,
    Pick<BulkChangesParts, 'log'> {
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
  const customers = createCustomersService({
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
  });
  return {
    bulkChanges: createBulkChanges({
      ...parts,
      nouns: [devicesBulk.bulk, users.bulk, customers.bulk, bulkOfLinked(parts, drivers)],
    }),
    calendars: createLinkedService(parts, calendars),
    campaigns: createCampaignsService(parts),
    deviceImages: createDeviceImages(parts),
    computedAttributes: createLinkedService(parts, computedAttributes),
    customers,
    drivers: createLinkedService(parts, drivers),
    expressionTests: createExpressionTestsService({ positions, describeDevices: devices.describe }),
    geofences: createLinkedService(parts, geofences),
    maintenances: createLinkedService(parts, maintenances),
    maintenanceServices: createMaintenanceServices(parts),
    mirrors: createMirrorsService(parts),
    responders: createLinkedService(parts, responders),
  };
}

export function resourceRoutes(
  app: App,
  registers: ResourceServices,
  sheets: { readonly campaign: ListSheet['make'] },
): void {
  calendarsRoutes(app, registers.calendars);
  campaignsRoutes(app, registers.campaigns, sheets.campaign);
  computedAttributesRoutes(app, registers.computedAttributes, registers.expressionTests);
  customersRoutes(app, registers.customers, registers.bulkChanges);
  driversRoutes(app, registers.drivers, registers.bulkChanges);
  geofencesRoutes(app, registers.geofences);
  maintenanceServicesRoutes(app, registers.maintenanceServices);
  maintenancesRoutes(app, registers.maintenances);
  mirrorsRoutes(app, registers.mirrors);
  respondersRoutes(app, registers.responders);
}
