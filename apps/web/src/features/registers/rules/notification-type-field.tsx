import type { Notification } from '@atalaia/contract/notification';
import { useController } from 'react-hook-form';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import type { CustomFieldProps } from '../form/register-form.ts';
import { useNotificationTypes } from './use-notification-choices.ts';

/** Which events are told: those the server knows. */
export function NotificationTypeField({
  name,
  label,
  required,
  row,
  readOnly,
}: CustomFieldProps<Notification>) {
  const { text, textOr } = useTexts();
  const {
    field: { value, onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ name });
  const { data = row ? [row.type] : [], error: failure } = useNotificationTypes();
  const options = data
    .map((type) => ({ value: type, label: textOr(`eventType.${type}`, type) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <SelectField
      labelled
      ref={ref}
      label={label}
      required={required}
      disabled={readOnly}
      searchable
      placeholder={text('selector.placeholder')}
      nothingFound={text('selector.empty')}
      error={failure ? failureText(failure, text) : error?.message && textOr(error.message, error.message)}
      options={options}
      chosen={value || null}
      onChoose={onChange}
      onBlur={onBlur}
    />
  );
}
