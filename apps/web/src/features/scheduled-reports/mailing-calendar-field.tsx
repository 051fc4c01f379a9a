import type { ScheduledReport } from '@atalaia/contract/reports/scheduled-report';
import { useController } from 'react-hook-form';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useNotificators } from '../../lib/notifications/use-notification-choices.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { ReferenceField } from '../../resources/form/reference-field.tsx';
import formClasses from '../../resources/form/resource-form.module.css';
import { Pill } from '../../ui/layout/pill.tsx';
import classes from './last-mailing.module.css';
import { mailingOutcome } from './mailing-outcome.ts';

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

/** How the last mail that was due ended. */
function LastMailing({ report }: { readonly report: ScheduledReport }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { tone, state, reasons } = mailingOutcome(report, { text, formats });
  const facts = [
    [text('scheduledReport.lastTried'), report.lastTriedAt],
    [text('scheduledReport.lastSent'), report.lastSentAt],
  ] as const;
  return (
    <div className={classes.outcome}>
      <p className={classes.state}>
        <Pill tone={tone}>{state}</Pill>
        {reasons.map((reason) => (
          <span key={reason}>{reason}</span>
        ))}
      </p>
      <dl className={classes.facts}>
        {facts.map(([label, instant]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{instant ? formats.dateTime(instant) : text('scheduledReport.never')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
