import type { ScheduledReport } from '@atalaia/contract/scheduled-report';
import { useController } from 'react-hook-form';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { ReferenceField } from '../components/reference-field.tsx';
import formClasses from '../components/register-form.module.css';
import type { CustomFieldProps } from '../form/register-form.ts';
import { useNotificators } from '../rules/use-notification-choices.ts';
import { LastMailing } from './last-mailing.tsx';

/** By which calendar a report is mailed, whether this server mails at all, and how the last mail ended. */
export function MailingCalendarField({
  name,
  label,
  required,
  row,
  readOnly,
}: CustomFieldProps<ScheduledReport>) {
  const { text, textOr } = useTexts();
  const { field, fieldState } = useController({ name });
  const channels = useNotificators();
  const { message } = fieldState.error ?? {};
  const isMissing = channels.data?.some(({ type, configured }) => type === 'mail' && !configured) ?? false;
  return (
    <>
      <ReferenceField
        ref={field.ref}
        path="calendars"
        label={label}
        hint={text('scheduledReport.calendarHint')}
        required={required}
        disabled={readOnly}
        error={message && textOr(message, message)}
        chosen={field.value}
        onChoose={field.onChange}
      />
      {isMissing && (
        <p className={formClasses.warning} role="status">
          {text('scheduledReport.noMail')}
        </p>
      )}
      {row && <LastMailing report={row} />}
    </>
  );
}
