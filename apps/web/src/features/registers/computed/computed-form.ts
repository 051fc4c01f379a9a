/** The form of a computed attribute (ATT-01). */
import {
  type ComputedAttribute,
  type ComputedAttributeInput,
  computedAttributeSchema,
} from '@atalaia/contract/computed-attribute';
import { compileExpression, longestExpression } from '@atalaia/domain/computed-attribute';
import { computedNameFault } from '@atalaia/domain/computed-name';
import { attributeMeaning, positionAttributes } from '@atalaia/domain/position-attributes';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { requiredText } from '../form/field-values.ts';
import type { RegisterForm } from '../form/register-form.ts';
import { ExpressionField } from './expression-field.tsx';

const types = computedAttributeSchema.shape.type;

/** Longest name of an attribute the API keeps, characters. */
const longestName = 128;

const schema = z
  .object({
    description: requiredText('computed.descriptionRequired'),
    attribute: requiredText('computed.attributeRequired', longestName),
    type: types,
    expression: requiredText('computed.expressionRequired', longestExpression),
  })
  .superRefine(({ attribute, type, expression }, context) => {
    const say = (path: string, message: PhraseKey) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (attribute !== '' && computedNameFault(attribute, type) !== undefined) {
      const isOther = (attributeMeaning(attribute)?.valueType ?? type) !== type;
      say('attribute', isOther ? 'computed.attributeIsOther' : 'computed.attributeIsField');
    }
    if (expression !== '' && compileExpression(expression).error) {
      say('expression', 'apiError.invalid-expression');
    }
  });

export type ComputedValues = z.infer<typeof schema>;

export const computedForm: RegisterForm<ComputedAttribute, ComputedValues> = {
  titles: { add: 'computed.new', edit: 'computed.edit' },
  schema: () => schema,
  sections: [
    {
      title: 'computed.section',
      fields: [
        { kind: 'text', name: 'description', label: 'computed.description', required: true, wide: true },
        {
          kind: 'text',
          name: 'attribute',
          label: 'computed.attribute',
          required: true,
          suggestions: () => Object.keys(positionAttributes).filter(isComputable),
        },
        {
          kind: 'select',
          name: 'type',
          label: 'computed.type',
          required: true,
          options: ({ text }) => [
            { value: 'number', label: text('attributeForm.number') },
            { value: 'boolean', label: text('attributeForm.flag') },
            { value: 'string', label: text('attributeForm.text') },
          ],
        },
        {
          kind: 'custom',
          name: 'expression',
          label: 'computed.expression',
          required: true,
          Field: ExpressionField,
        },
      ],
    },
  ],
  valuesOf: (row) => ({
    description: row?.description ?? '',
    attribute: row?.attribute ?? '',
    type: row?.type ?? 'number',
    expression: row?.expression ?? '',
  }),
  inputOf: (values): ComputedAttributeInput => values,
};

const isComputable = (name: string) =>
  computedNameFault(name, attributeMeaning(name)?.valueType ?? 'number') === undefined;
