/** The free attributes of a noun as a section of its form: what has a field of its own there is not shown twice (ATT-01). */

import { speedFromKnots } from '@atalaia/domain/units/units';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { createElement } from 'react';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { z } from 'zod';
import { attributeLabels } from '../../lib/attributes/attribute-labels.ts';
import {
  type AttributePair,
  attributesOf,
  faultsOf,
  type KnownAttribute,
  type PairFault,
  pairsOf,
} from '../../lib/attributes/attribute-pairs.ts';
import { type AttributeOwner, knownAttributes } from '../../lib/attributes/known-attributes.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { AttributesEditor } from '../../ui/form/attributes-editor.tsx';
import type { CustomFieldProps, FormContext, FormSection } from '../form/form-definition.ts';

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

interface AttributesFieldProps extends CustomFieldProps<unknown> {
  readonly owner: AttributeOwner;
  /** Names that have a field of their own in the form. */
  readonly elsewhere: ReadonlySet<string>;
}

/** The editor of an owner's pairs, bound to the form around it. */
function AttributesField({ name, label, readOnly, owner, elsewhere }: AttributesFieldProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const settings = useSettings();
  const { field, formState } = useController<Record<string, readonly AttributePair[]>>({ name });
  const known = knownTo(owner, { text, formats, settings });
  return (
    <AttributesEditor
      label={label}
      labels={attributeLabels(text)}
      pairs={field.value ?? []}
      onChange={field.onChange}
      known={known.filter((one) => !elsewhere.has(one.name))}
      elsewhere={elsewhere}
      attempts={formState.submitCount}
      readOnly={readOnly}
    />
  );
}

/** The names an owner's editor offers this person. */
function knownTo(
  owner: AttributeOwner,
  { text, formats, settings }: Pick<FormContext, 'text' | 'formats' | 'settings'>,
): KnownAttribute[] {
  return knownAttributes(owner, text, {
    sign: formats.speedUnit,
    factor: speedFromKnots(1, settings.speedUnit),
  });
}
