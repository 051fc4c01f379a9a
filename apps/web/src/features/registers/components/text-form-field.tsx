import type { ComponentPropsWithRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { SuggestField } from '../../../ui/field/suggest-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { MaskedField } from '../../../ui/form/masked-field.tsx';
import type { FieldKind, FormContext } from '../form/register-form.ts';

interface TextFormFieldProps<Row>
  extends Omit<ComponentPropsWithRef<typeof TextField>, 'value' | 'onChange' | 'text'> {
  readonly kind: FieldKind<Row> & { readonly kind: 'text' };
  readonly values: FieldValues;
  readonly context: FormContext;
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** A text, laid into its mask or with others offered, as its data says. */
export function TextFormField<Row>({
  kind,
  values,
  context,
  text,
  onType,
  ...field
}: TextFormFieldProps<Row>) {
  const shown = {
    ...field,
    inputMode: kind.inputMode ?? 'text',
    ...(kind.placeholder && { placeholder: context.text(kind.placeholder) }),
  };
  const mask = kind.mask?.(values);
  if (mask) return <MaskedField {...shown} mask={mask} text={text} onType={onType} />;
  if (kind.suggestions && !field.readOnly) {
    return (
      <SuggestField
        {...shown}
        text={text}
        onType={onType}
        suggestions={kind.suggestions(context).map((value) => ({ value, label: value }))}
      />
    );
  }
  return <TextField {...shown} value={text} onChange={({ currentTarget }) => onType(currentTarget.value)} />;
}
