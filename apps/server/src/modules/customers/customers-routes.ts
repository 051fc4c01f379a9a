import { customerInputSchema, customerQuerySchema, customerSchema } from '@atalaia/contract/customer';
import type { App } from '../../http/app-type.ts';
import { crudRoutes } from '../../http/crud-routes.ts';
import type { CustomersService } from './customers-service.ts';

export function customersRoutes(app: App, service: CustomersService): void {
  crudRoutes(app, {
    path: '/customers',
    schema: customerSchema,
    inputSchema: customerInputSchema,
    querySchema: customerQuerySchema,
    writing: 'writer',
    service,
  });
}
