import { useController } from 'react-hook-form';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { SelectField } from '../../ui/field/select-field.tsx';
import type { CustomFieldProps } from './form-definition.ts';

interface TypeFieldProps extends Omit<CustomFieldProps<never>, 'row'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly hint?: string;
  /** Why they could not be read. */
  readonly failure?: string | undefined;
}

/** The kind of a rule, found by typing. */
export function TypeField({ name, label, required, readOnly, options, hint, failure }: TypeFieldProps) {
  const { text, textOr } = useTexts();
  const { field, fieldState } = useController({ name });
  const fault = fieldState.error?.message;
  return (
    <SelectField
      labelled
      searchable
      ref={field.ref}
      label={label}
      required={required}
      disabled={readOnly}
      placeholder={text('selector.placeholder')}
      nothingFound={text('selector.empty')}
      hint={hint}
      error={failure ?? (fault && textOr(fault, fault))}
      options={options}
      chosen={field.value || null}
      onChoose={field.onChange}
      onBlur={field.onBlur}
    />
  );
}
