import type { ComputedAttributeInput } from '@atalaia/contract/computed-attribute';
import { sql } from 'kysely';
import type { LinkedNoun } from '../linked/linked-noun.ts';
import { readableExpression } from './readable-expression.ts';

export const computedAttributes: LinkedNoun<ComputedAttributeInput> = {
  noun: 'attribute',
  kind: 'attribute',
  presented: sql`l.id, l.description, l.attribute, l.expression, l.type`,
  nameColumn: 'description',
  searchedColumns: ['description', 'attribute'],
  ruleKinds: ['attributes'],
  columnsOf({ description, attribute, expression, type }) {
    readableExpression(expression);
    return { description, attribute, expression, type };
  },
};
