import { useController } from 'react-hook-form';
import { attributeLabels } from '../../lib/attributes/attribute-labels.ts';
import type { AttributePair } from '../../lib/attributes/attribute-pairs.ts';
import type { AttributeOwner } from '../../lib/attributes/known-attributes.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { AttributesEditor } from '../../ui/form/attributes-editor.tsx';
import type { CustomFieldProps } from '../form/form-definition.ts';
import { knownTo } from './known-to.ts';

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
