import type { Notification } from '@atalaia/contract/rules/notification';
import { useNotificationTypes } from '../../lib/notifications/use-notification-choices.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { TypeField } from '../../resources/form/type-field.tsx';

/** Which events are notified: those the server knows. */
export function NotificationTypeField({ row, ...field }: CustomFieldProps<Notification>) {
  const { text, textOr } = useTexts();
  const { data = row ? [row.type] : [], error } = useNotificationTypes();
  const options = data
    .map((type) => ({ value: type, label: textOr(`eventType.${type}`, type) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return <TypeField {...field} options={options} failure={error ? failureText(error, text) : undefined} />;
}
