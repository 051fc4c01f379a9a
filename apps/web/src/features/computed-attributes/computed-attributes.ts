import {
  type ComputedAttribute,
  type ComputedAttributeInput,
  computedAttributeSchema,
} from '@atalaia/contract/rules/computed-attribute';
import { attributeMeaning, positionAttributes } from '@atalaia/domain/attributes/position-attributes';
import { computedNameFault } from '@atalaia/domain/expressions/computed-name';
import { attributeLabel } from '../../lib/formats/attribute-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';
import type { Resource } from '../../resources/resource.ts';
import { type ComputedValues, computedValuesSchema } from './computed-values.ts';
import { ExpressionField } from './expression-field.tsx';

/** The form of a computed attribute (ATT-01). */
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

const typeNames: Readonly<Record<ComputedAttribute['type'], TextKey>> = {
  number: 'attributeForm.number',
  boolean: 'attributeForm.flag',
  string: 'attributeForm.text',
};

export const computedAttributes: Resource<ComputedAttribute, ComputedValues> = {
  title: 'computed.title',
  path: 'attributes/computed',
  schema: computedAttributeSchema,
  nameOf: ({ description }) => description,
  columns: [
    {
      key: 'description',
      title: 'computed.description',
      sort: 'description',
      cell: ({ description }) => description,
    },
    {
      key: 'attribute',
      title: 'computed.attribute',
      sort: 'attribute',
      cell: ({ attribute }, { text }) => attributeLabel(attribute, text),
    },
    {
      key: 'expression',
      title: 'computed.expression',
      sort: 'expression',
      muted: true,
      cell: ({ expression }) => expression,
    },
    {
      key: 'type',
      title: 'computed.type',
      sort: 'type',
      cell: ({ type }, { text }) => text(typeNames[type]),
    },
  ],
  form: computedForm,
  lockedFor: ({ deviceReadonly }) => deviceReadonly,
};
