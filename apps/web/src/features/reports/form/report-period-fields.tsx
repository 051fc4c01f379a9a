import { reportPeriods } from '@atalaia/domain/report-periods';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { takesMarkers } from '../../../lib/reports/report-wish.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { DateField } from './date-field.tsx';
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
