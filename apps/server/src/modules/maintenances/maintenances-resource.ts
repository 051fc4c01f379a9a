import {
  type MaintenanceInput,
  type MaintenanceQuery,
  maintenanceBounds,
} from '@atalaia/contract/rules/maintenance';
import type { LinkedCreating } from '@atalaia/contract/values/linked-query';
import { attributeMeaning, positionTimes } from '@atalaia/domain/attributes/position-attributes';
import { sql } from 'kysely';
import { fieldRefusal } from '../../errors/app-error.ts';
import { measureColumn } from '../../queries/columns.ts';
import { labelsUnder } from '../../queries/labelled-keys.ts';
import { byName, byValue, type SortColumns } from '../../queries/sorting.ts';
import type { LinkedNoun } from '../../resources/linked/linked-noun.ts';

export const maintenances: LinkedNoun<MaintenanceInput, LinkedCreating> = {
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
  linksOf: (maintenanceId, { deviceId }) =>
    deviceId === undefined ? [] : [{ deviceId: Number(deviceId), maintenanceId }],
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
