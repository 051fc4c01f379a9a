import type { Notification } from '@atalaia/contract/notification';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../form/register-form.ts';
import { TypeField } from './type-field.tsx';
import { useNotificationTypes } from './use-notification-choices.ts';

/** Which events are told: those the server knows. */
export function NotificationTypeField({ row, ...field }: CustomFieldProps<Notification>) {
  const { text, textOr } = useTexts();
  const { data = row ? [row.type] : [], error } = useNotificationTypes();
  const options = data
    .map((type) => ({ value: type, label: textOr(`eventType.${type}`, type) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return <TypeField {...field} options={options} failure={error ? failureText(error, text) : undefined} />;
}
