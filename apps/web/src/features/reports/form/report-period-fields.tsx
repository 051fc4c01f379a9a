import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import { reportPeriods } from '@atalaia/domain/time/report-periods';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { takesMarkers } from '../../../lib/reports/report-request.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { DateField as TypedDateField } from '../../../ui/form/date-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import classes from './report-form.module.css';
import type { ReportForm } from './report-form-schema.ts';

/** Of when (REP-03, REP-04), and whether with markers (REP-02). */
export function ReportPeriodFields() {
  const { text } = useTexts();
  const { control } = useFormContext<ReportForm>();
  const period = useController({ control, name: 'period' }).field;
  const markers = useController({ control, name: 'markers' }).field;
  const [view, start, end] = useWatch({ control, name: ['view', 'startDate', 'endDate'] });
  return (
    <>
      <SelectField
        labelled
        label={text('report.period')}
        options={reportPeriods.map((value) => ({ value, label: text(`reportPeriod.${value}`) }))}
        chosen={period.value}
        onChoose={(value) => value && period.onChange(value)}
      />
      {period.value === 'dateToDate' && (
        <div className={classes.pair}>
          <DateField name="startDate" label={text('report.startDate')} latest={end} />
          <DateField name="endDate" label={text('report.endDate')} earliest={start} />
        </div>
      )}
      {takesMarkers(view) && (
        <SwitchField label={text('report.markers')} on={markers.value} onSwitch={markers.onChange} />
      )}
    </>
  );
}

interface DateFieldProps {
  readonly name: 'startDate' | 'endDate';
  readonly label: string;
  /** Bounds as the other field has them; never later than now (REP-04). */
  readonly earliest?: string;
  readonly latest?: string;
}

/** An end of the period, bounded by the other one and by now. */
function DateField({ name, label, earliest, latest = '' }: DateFieldProps) {
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
