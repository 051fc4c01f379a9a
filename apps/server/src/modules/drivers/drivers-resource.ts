import {
  bulkDriversSchema,
  type DriverInput,
  type DriverQuery,
  driverInputSchema,
  driverQuerySchema,
  driverSchema,
} from '@atalaia/contract/rules/driver';
import { sql } from 'kysely';
import type { App } from '../../platform/http/app-type.ts';
import { byName, type SortColumns } from '../../queries/sorting.ts';
import type { BulkChangesService } from '../../resources/bulk/bulk-changes-service.ts';
import type { LinkedNoun } from '../../resources/linked/linked-noun.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-service.ts';

export const drivers: LinkedNoun<DriverInput> & { readonly noun: 'driver' } = {
  noun: 'driver',
  kind: 'driver',
  presented: sql`l.id, l.name, l.unique_id AS "uniqueId", l.attributes`,
  nameColumn: 'name',
  sortColumns: {
    name: byName('l.name'),
    uniqueId: byName('l.unique_id'),
  } satisfies SortColumns<NonNullable<DriverQuery['sort']>>,
  searchedColumns: ['name', 'unique_id'],
  ruleKinds: [],
  columnsOf: ({ name, uniqueId, attributes }) => ({
    name,
    unique_id: uniqueId,
    attributes: attributes ?? undefined,
  }),
};

export function driversRoutes(
  app: App,
  service: LinkedNounService<typeof driverInputSchema>,
  bulk: BulkChangesService,
): void {
  linkedRoutes(app, {
    path: '/drivers',
    one: 'a driver',
    list: 'the drivers that the caller may see, by name',
    schema: driverSchema,
    inputSchema: driverInputSchema,
    querySchema: driverQuerySchema,
    service,
    bulk: { noun: 'driver', inputSchema: bulkDriversSchema, service: bulk },
  });
}
