import { deviceInputSchema, deviceQuerySchema, deviceSchema } from '@atalaia/contract/devices/device';
import type { App } from '../../platform/http/app-type.ts';
import { crudRoutes } from '../../resources/crud-routes.ts';
import type { ListSheet } from '../../resources/list-sheet.ts';
import type { DevicesService } from './devices-service.ts';

export function devicesRoutes(app: App, service: DevicesService, makeSheet: ListSheet['make']): void {
  crudRoutes(app, {
    path: '/devices',
    one: 'a device',
    list: 'the devices that the caller may see, by name',
    schema: deviceSchema,
    inputSchema: deviceInputSchema,
    querySchema: deviceQuerySchema,
    writing: 'device-writer',
    service,
    sheet: { name: 'dispositivos.xlsx', make: makeSheet },
  });
}
