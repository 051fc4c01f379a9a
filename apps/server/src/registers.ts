/** What is registered beside devices, groups and users: the services of each, and their routes. */
import type { Kysely } from 'kysely';
import type { Schema } from './db/schema.ts';
import type { App } from './http/app-type.ts';
import { calendars } from './modules/calendars/calendars.ts';
import { calendarsRoutes } from './modules/calendars/calendars-routes.ts';
import { computedAttributes } from './modules/computed-attributes/computed-attributes.ts';
import { computedAttributesRoutes } from './modules/computed-attributes/computed-attributes-routes.ts';
import { createExpressionTestsService } from './modules/computed-attributes/expression-tests-service.ts';
import { customersRoutes } from './modules/customers/customers-routes.ts';
import { createCustomersService } from './modules/customers/customers-service.ts';
import type { DevicesService } from './modules/devices/devices-service.ts';
import { drivers } from './modules/drivers/drivers.ts';
import { driversRoutes } from './modules/drivers/drivers-routes.ts';
import { geofences } from './modules/geofences/geofences.ts';
import { geofencesRoutes } from './modules/geofences/geofences-routes.ts';
import { createLinkedService } from './modules/linked/linked-service.ts';
import { maintenances } from './modules/maintenances/maintenances.ts';
import { maintenancesRoutes } from './modules/maintenances/maintenances-routes.ts';
import type { PaymentsService } from './modules/payments/payments-service.ts';
import type { PositionsService } from './modules/positions/positions-service.ts';
import type { Sight } from './modules/sight/sight.ts';
import { requireNoOpenSinister } from './modules/sinisters/open-sinisters.ts';
import type { Commit } from './writing/commit.ts';
import type { LinkWithin } from './writing/link-within.ts';

export interface RegistersParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly sight: Sight;
  readonly linkWithin: LinkWithin;
  readonly devices: DevicesService;
  readonly positions: PositionsService;
  readonly payments: Pick<PaymentsService, 'orderWithin'>;
}

export type Registers = ReturnType<typeof createRegisters>;

export function createRegisters({ devices, positions, payments, ...parts }: RegistersParts) {
  return {
    calendars: createLinkedService(parts, calendars),
    computedAttributes: createLinkedService(parts, computedAttributes),
    customers: createCustomersService({
      ...parts,
      tellDevices: devices.tellWithin,
      orderPayment: payments.orderWithin,
      requireRemovable: (within, id) => requireNoOpenSinister(within, 'customer_id', id),
    }),
    drivers: createLinkedService(parts, drivers),
    expressionTests: createExpressionTestsService({ positions }),
    geofences: createLinkedService(parts, geofences),
    maintenances: createLinkedService(parts, maintenances),
  };
}

export function registersRoutes(app: App, registers: Registers): void {
  calendarsRoutes(app, registers.calendars);
  computedAttributesRoutes(app, registers.computedAttributes, registers.expressionTests);
  customersRoutes(app, registers.customers);
  driversRoutes(app, registers.drivers);
  geofencesRoutes(app, registers.geofences);
  maintenancesRoutes(app, registers.maintenances);
}
