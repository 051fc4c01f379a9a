import { speedFromKnots } from '@atalaia/domain/units/units';
import { useController } from 'react-hook-form';
import { attributeLabels } from '../../lib/attributes/attribute-labels.ts';
import type { AttributePair, KnownAttribute } from '../../lib/attributes/attribute-pairs.ts';
import { type AttributeOwner, knownAttributes } from '../../lib/attributes/known-attributes.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { AttributesEditor } from '../../ui/form/attributes-editor.tsx';
import type { CustomFieldProps, FormContext } from '../form/form-definition.ts';

interface AttributesFieldProps extends CustomFieldProps<unknown> {
  readonly owner: AttributeOwner;
  /** Names that have a field of their own in the form. */
  readonly elsewhere: ReadonlySet<string>;
}

/** The editor of an owner's pairs, bound to the form around it. */
export function AttributesField({ name, label, readOnly, owner, elsewhere }: AttributesFieldProps) {
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
export function knownTo(
  owner: AttributeOwner,
  { text, formats, settings }: Pick<FormContext, 'text' | 'formats' | 'settings'>,
): KnownAttribute[] {
  return knownAttributes(owner, text, {
    sign: formats.speedUnit,
    factor: speedFromKnots(1, settings.speedUnit),
  });
}
