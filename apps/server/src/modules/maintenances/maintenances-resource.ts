import {
  type MaintenanceInput,
  type MaintenanceQuery,
  maintenanceBounds,
  maintenanceInputSchema,
  maintenanceQuerySchema,
  maintenanceSchema,
  maintenanceServiceInputSchema,
  maintenanceServiceQuerySchema,
  maintenanceServiceSchema,
  maintenanceStateQuerySchema,
  maintenanceStateSchema,
} from '@atalaia/contract/rules/maintenance';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { attributeMeaning, positionTimes } from '@atalaia/domain/attributes/position-attributes';
import { sql } from 'kysely';
import { z } from 'zod';
import { fieldRefusal } from '../../errors/app-error.ts';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { measureColumn } from '../../queries/columns.ts';
import { labelsUnder } from '../../queries/labelled-keys.ts';
import { byName, byValue, type SortColumns } from '../../queries/sorting.ts';
import type { LinkedNoun } from '../../resources/linked/linked-noun.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-service.ts';
import type { MaintenanceServicesService } from './maintenance-services-service.ts';

export const maintenances: LinkedNoun<MaintenanceInput> = {
  noun: 'maintenance',
  kind: 'maintenance',
  presented: sql`l.id, l.name, l.type, l.start, l.period, l.attributes`,
  nameColumn: 'name',
  sortColumns: {
    name: byName('l.name'),
    type: byName('l.type'),
    start: byValue('l.start'),
    period: byValue('l.period'),
  } satisfies SortColumns<NonNullable<MaintenanceQuery['sort']>>,
  searchedColumns: ['name', 'type'],
  searchedWords: [{ words: sql`ARRAY[l.type]`, labels: labelsUnder('attribute') }],
  ruleKinds: ['maintenances'],
  columnsOf(input) {
    if (attributeMeaning(input.type)?.valueType !== 'number' && !positionTimes.has(input.type)) {
      throw fieldRefusal('invalid-input', { path: 'type', message: 'is no number that a position carries' });
    }
    return {
      name: input.name,
      type: input.type,
      start: requiredMeasure('start', input.start),
      period: requiredPeriod(input.period),
      attributes: input.attributes ?? undefined,
    };
  },
};

function requiredMeasure(path: string, given: MaintenanceInput['start']): number {
  const measure = measureColumn(given) ?? undefined;
  if (measure === undefined) throw fieldRefusal('invalid-input', { path, message: 'is required' });
  if (measure > maintenanceBounds.most)
    throw fieldRefusal('invalid-input', { path, message: 'is too large' });
  return measure;
}

/** Every 0 kilometres would be always. */
function requiredPeriod(given: MaintenanceInput['period']): number {
  const period = requiredMeasure('period', given);
  if (period === 0) throw fieldRefusal('zero-period', { path: 'period', message: 'must not be zero' });
  if (period < maintenanceBounds.leastPeriod)
    throw fieldRefusal('invalid-input', { path: 'period', message: 'is too small' });
  return period;
}

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

const route = routeOptions('maintenance');

export function maintenanceServicesRoutes(app: App, services: MaintenanceServicesService): void {
  app.get(
    '/maintenance/states',
    route('signed-in', 'Lists where devices stand with their maintenances, the most urgent first', {
      querystring: maintenanceStateQuerySchema,
      answer: z.array(maintenanceStateSchema),
    }),
    async (request, reply) => {
      const { rows, total } = await services.states(callerOf(request), request.query);
      reply.header(totalCountHeader, total);
      return rows;
    },
  );
  app.get(
    '/maintenance/services',
    route('signed-in', 'Lists what was done of devices’ maintenances, newest first', {
      querystring: maintenanceServiceQuerySchema,
      answer: z.array(maintenanceServiceSchema),
    }),
    (request) => services.services(callerOf(request), request.query),
  );
  app.post(
    '/maintenance/services',
    route(
      { access: 'writer', refusals: [409] },
      'Notes that a maintenance was done, from which the next one is counted',
      { body: maintenanceServiceInputSchema, answer: maintenanceStateSchema },
    ),
    (request) => services.perform(callerOf(request), request.body),
  );
  app.delete(
    '/maintenance/services/:id',
    route({ access: 'writer', refusals: [409] }, 'Takes back what was noted last of a maintenance', {
      params: idParamsSchema,
      answer: null,
    }),
    (request) => services.takeBack(callerOf(request), Number(request.params.id)),
  );
}
