import { useController } from 'react-hook-form';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';

interface KindFieldProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly error: string | undefined;
}

/** Of which kind an opening, an occurrence or a closing is; it must be chosen. */
export function KindField({ name, label, options, error }: KindFieldProps) {
  const { text } = useTexts();
  const { field } = useController({ name });
  return (
    <SelectField
      ref={field.ref}
      labelled
      label={`${label} *`}
      placeholder={text('selector.placeholder')}
      options={options}
      chosen={field.value ?? null}
      onChoose={field.onChange}
      error={error}
    />
  );
}
