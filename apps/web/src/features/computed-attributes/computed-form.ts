/** The form of a computed attribute (ATT-01). */
import type { ComputedAttribute, ComputedAttributeInput } from '@atalaia/contract/rules/computed-attribute';
import { attributeMeaning, positionAttributes } from '@atalaia/domain/attributes/position-attributes';
import { computedNameFault } from '@atalaia/domain/expressions/computed-name';
import type { FormDefinition } from '../../resources/form/form-definition.ts';
import { type ComputedValues, computedValuesSchema } from './computed-values.ts';
import { ExpressionField } from './expression-field.tsx';

export const computedForm: FormDefinition<ComputedAttribute, ComputedValues> = {
  titles: { add: 'computed.new', edit: 'computed.edit' },
  schema: () => computedValuesSchema,
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
