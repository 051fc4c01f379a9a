import {
  bulkCustomersSchema,
  customerInputSchema,
  customerQuerySchema,
  customerSchema,
} from '@atalaia/contract/accounts/customer';
import type { App } from '../../platform/http/app-type.ts';
import type { BulkChangesService } from '../../resources/bulk/bulk-changes-service.ts';
import { crudRoutes } from '../../resources/crud-routes.ts';
import type { CustomersService } from './customers-service.ts';

export function customersRoutes(app: App, service: CustomersService, bulk: BulkChangesService): void {
  crudRoutes(app, {
    path: '/customers',
    one: 'a customer',
    list: 'the customers that the caller may see, by name',
    schema: customerSchema,
    inputSchema: customerInputSchema,
    querySchema: customerQuerySchema,
    writing: 'writer',
    service,
    bulk: { noun: 'customer', inputSchema: bulkCustomersSchema, service: bulk },
  });
}
