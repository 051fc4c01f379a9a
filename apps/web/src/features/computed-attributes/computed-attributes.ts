import { type ComputedAttribute, computedAttributeSchema } from '@atalaia/contract/rules/computed-attribute';
import { attributeLabel } from '../../lib/formats/attribute-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import type { Resource } from '../../resources/resource.ts';
import { computedForm } from './computed-form.ts';
import type { ComputedValues } from './computed-values.ts';

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
