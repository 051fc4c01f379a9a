import type {
  ComputedAttribute,
  ComputedAttributeInput,
  ComputedAttributeQuery,
} from '@atalaia/contract/rules/computed-attribute';
import { type CompiledExpression, compileExpression } from '@atalaia/domain/expressions/computed-attribute';
import { computedNameFault } from '@atalaia/domain/expressions/computed-name';
import { sql } from 'kysely';
import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import { labelsUnder } from '../../queries/labelled-keys.ts';
import { byName, type SortColumns } from '../../queries/sorting.ts';
import type { LinkedNoun } from '../../resources/linked/linked-noun.ts';

/** The expression, ready to be worked out. Throws a refusal that says what is wrong and at which character, from 0. */
export function readableExpression(text: string): CompiledExpression {
  const compiled = compileExpression(text);
  if (!compiled.error) return compiled;
  const { detail, position } = compiled.error;
  throw refusedExpression(`${detail} at character ${position + 1}`, { position });
}

export function refusedExpression(message: string, more: { readonly position?: number } = {}): AppError {
  return new AppError('invalid-expression', `The expression cannot be used: ${message}`, {
    fields: [{ path: 'expression', message }],
    ...more,
  });
}

export const computedAttributes: LinkedNoun<ComputedAttributeInput> = {
  noun: 'attribute',
  kind: 'attribute',
  presented: sql`l.id, l.description, l.attribute, l.expression, l.type, l.priority`,
  nameColumn: 'description',
  sortColumns: {
    description: byName('l.description'),
    attribute: byName('l.attribute'),
    expression: byName('l.expression'),
    type: byName('l.type'),
  } satisfies SortColumns<NonNullable<ComputedAttributeQuery['sort']>>,
  searchedColumns: ['description', 'attribute', 'expression'],
  searchedWords: [
    { words: sql`ARRAY[l.attribute]`, labels: labelsUnder('attribute') },
    {
      words: sql`ARRAY[l.type]`,
      labels: { number: 'attributeForm.number', boolean: 'attributeForm.flag', string: 'attributeForm.text' },
    },
  ],
  ruleKinds: ['attributes'],
  columnsOf({ description, attribute, expression, type: written, priority }) {
    const type = typeOf(written);
    const message = computedNameFault(attribute, type);
    if (message !== undefined) throw fieldRefusal('invalid-input', { path: 'attribute', message });
    readableExpression(expression);
    return { description, attribute, expression, type, priority: priority ?? undefined };
  },
};

/** The field’s documents begin it with a capital. */
export const typeOf = (type: ComputedAttributeInput['type']) =>
  type.toLowerCase() as ComputedAttribute['type'];
