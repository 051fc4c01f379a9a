import type { DriverInput, DriverQuery } from '@atalaia/contract/rules/driver';
import { sql } from 'kysely';
import { byName, type SortColumns } from '../../queries/sorting.ts';
import type { LinkedNoun } from '../../resources/linked/linked-noun.ts';

export const drivers: LinkedNoun<DriverInput> = {
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
