/** The free attributes of a noun as a section of its form: what has a field of its own there is not shown twice (ATT-01). */
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { createElement } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { z } from 'zod';
import {
  type AttributePair,
  attributesOf,
  faultsOf,
  type PairFault,
  pairsOf,
} from '../../lib/attributes/attribute-pairs.ts';
import type { AttributeOwner } from '../../lib/attributes/known-attributes.ts';
import type { CustomFieldProps, FormContext, FormSection } from '../form/form-definition.ts';
import { AttributesField, knownTo } from './attributes-field.tsx';

type Attributes = Readonly<Record<string, unknown>>;

export interface OwnAttributes {
  /** The form holds the pairs as `attributes`. */
  section<Row, Values extends FieldValues & WithPairs>(): FormSection<Row, Values>;
  readonly schema: z.ZodType<AttributePair[]>;
  /** The pairs as the form opens. */
  read(attributes: Attributes | undefined, context: FormContext): AttributePair[];
  /** What is sent of them; the fields of the form's own are to be laid beside. */
  write(pairs: readonly AttributePair[], context: FormContext): Record<string, unknown>;
}

export interface WithPairs {
  attributes: AttributePair[];
}

const nameMessages: Readonly<Record<PairFault, PhraseKey>> = {
  missing: 'attributeForm.nameRequired',
  taken: 'attributeForm.nameTaken',
  'not-a-number': 'attributeForm.nameRequired',
};

const valueMessages: Readonly<Record<PairFault, PhraseKey>> = {
  missing: 'attributeForm.valueRequired',
  taken: 'attributeForm.valueRequired',
  'not-a-number': 'form.notANumber',
};

/** `fields`: names of attributes that the form shows as fields of their own. */
export function ownAttributes(owner: AttributeOwner, fields: readonly string[] = []): OwnAttributes {
  const elsewhere: ReadonlySet<string> = new Set(fields);
  return {
    section: <Row, Values extends FieldValues & WithPairs>() => ({
      title: 'attributeForm.title',
      fields: [
        {
          kind: 'custom',
          name: 'attributes' as FieldPath<Values>,
          label: 'attributeForm.title',
          wide: true,
          valueText: (pairs) =>
            (pairs as AttributePair[]).map((pair) => `${pair.name}: ${pair.text}`).join(', '),
          // biome-ignore lint/correctness/noComponentHookFactories: made once a noun, as its module is loaded
          Field: (props: CustomFieldProps<Row>) =>
            createElement(AttributesField, { ...props, owner, elsewhere }),
        },
      ],
    }),
    schema: z.array(z.custom<AttributePair>()).superRefine((pairs, context) => {
      faultsOf(pairs, elsewhere).forEach(({ name, value }, at) => {
        if (name) context.addIssue({ code: 'custom', path: [at, 'name'], message: nameMessages[name] });
        if (value) context.addIssue({ code: 'custom', path: [at, 'text'], message: valueMessages[value] });
      });
    }),
    read: (attributes, context) => pairsOf(attributes ?? {}, knownTo(owner, context), elsewhere),
    write: (pairs, context) => attributesOf(pairs, knownTo(owner, context)),
  };
}
