import type { DriverInput } from '@atalaia/contract/driver';
import { sql } from 'kysely';
import type { LinkedNoun } from '../linked/linked-noun.ts';

export const drivers: LinkedNoun<DriverInput> = {
  noun: 'driver',
  kind: 'driver',
  presented: sql`l.id, l.name, l.unique_id AS "uniqueId", l.attributes`,
  nameColumn: 'name',
  searchedColumns: ['name', 'unique_id'],
  ruleKinds: [],
  columnsOf: ({ name, uniqueId, attributes }) => ({
    name,
    unique_id: uniqueId,
    attributes: attributes ?? undefined,
  }),
};
