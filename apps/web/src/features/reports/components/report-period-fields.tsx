import { reportPeriods } from '@atalaia/domain/report-periods';
import { useController, useFormContext } from 'react-hook-form';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { ReportForm } from '../report-wish.ts';
import classes from './report-form.module.css';

interface ReportPeriodFieldsProps {
  /** The period is one of the person's own. */
  readonly withDates: boolean;
}

/** Of when (REP-03, REP-04). */
export function ReportPeriodFields({ withDates }: ReportPeriodFieldsProps) {
  const { text, textOr } = useTexts();
  const { control, register, formState } = useFormContext<ReportForm>();
  const period = useController({ control, name: 'period' }).field;
  const date = (field: 'startDate' | 'endDate', label: TextKey) => {
    const message = formState.errors[field]?.message;
    return (
      <TextField
        dense
        type="datetime-local"
        label={text(label)}
        error={message && textOr(message, message)}
        {...register(field)}
      />
    );
  };
  return (
    <>
      <SelectField
        labelled
        label={text('report.period')}
        options={reportPeriods.map((value) => ({ value, label: text(`reportPeriod.${value}`) }))}
        chosen={period.value}
        onChoose={(value) => value && period.onChange(value)}
      />
      {withDates && (
        <div className={classes.pair}>
          {date('startDate', 'report.startDate')}
          {date('endDate', 'report.endDate')}
        </div>
      )}
    </>
  );
}
