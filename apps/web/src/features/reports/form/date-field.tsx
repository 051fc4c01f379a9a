import { formatInstant, parseFormInstant } from '@atalaia/domain/dates';
import { useController, useFormContext } from 'react-hook-form';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { DateField as TypedDateField } from '../../../ui/form/date-field.tsx';
import type { ReportForm } from './report-form-schema.ts';

interface DateFieldProps {
  readonly name: 'startDate' | 'endDate';
  readonly label: string;
  /** Bounds as the other field has them; never later than now (REP-04). */
  readonly earliest?: string;
  readonly latest?: string;
}

/** An end of the period, bounded by the other one and by now. */
export function DateField({ name, label, earliest, latest = '' }: DateFieldProps) {
  const { text, textOr } = useTexts();
  const { timezone } = useSettings();
  const { control } = useFormContext<ReportForm>();
  const { field, fieldState } = useController({ control, name });
  const message = fieldState.error?.message;
  const nowMs = Date.now();
  const lastMs = Math.min(parseFormInstant(latest, timezone) ?? nowMs, nowMs);
  return (
    <TypedDateField
      time
      ref={field.ref}
      label={label}
      chooseLabel={text('report.calendar', { field: label })}
      placeholder={text('report.dateTimePattern')}
      text={field.value}
      onType={field.onChange}
      onBlur={field.onBlur}
      earliest={earliest}
      latest={formatInstant(lastMs, 'formDateTime', timezone)}
      error={message && textOr(message, message)}
    />
  );
}
