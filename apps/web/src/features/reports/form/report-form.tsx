import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import { reportPeriods } from '@atalaia/domain/time/report-periods';
import { zodResolver } from '@hookform/resolvers/zod';
import { mdiChartLine, mdiEmailOutline, mdiMicrosoftExcel, mdiTableLarge } from '@mdi/js';
import { useMemo } from 'react';
import { FormProvider, useController, useForm, useFormContext, useWatch } from 'react-hook-form';
import { focusFault } from '../../../lib/keys/first-at-fault.ts';
import { addressOfRequest, takesMarkers } from '../../../lib/reports/report-request.ts';
import { useReports } from '../../../lib/reports/report-store.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { DateField as TypedDateField } from '../../../ui/form/date-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { DeliveryStatus } from '../panel/report-status.tsx';
import { useDelivery } from '../use-delivery.ts';
import classes from './report-form.module.css';
import {
  emptyReportForm,
  type ReportForm as Form,
  formOfRequest,
  reportFormSchema,
  requestOfForm,
} from './report-form-schema.ts';
import { ReportSubjectFields } from './report-subject-fields.tsx';

/** Of when (REP-03, REP-04), and whether with markers (REP-02). */
function ReportPeriodFields() {
  const { text } = useTexts();
  const { control } = useFormContext<Form>();
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
  const { control } = useFormContext<Form>();
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

interface ReportFormProps {
  /** The report's address: `?{query}#{name}`. */
  readonly onShow: (address: string) => void;
  readonly onClose: () => void;
}

/** Which report, of what, of when; it is shown, saved as a spreadsheet or mailed. Over a report it holds that one's filter. */
export function ReportForm({ onShow, onClose }: ReportFormProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const reports = useReports();
  const schema = useMemo(() => reportFormSchema(timezone, Date.now), [timezone]);
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: useMemo(() => {
      const { request } = reports.state.get();
      return request ? formOfRequest(request, timezone) : emptyReportForm;
    }, [reports, timezone]),
  });
  const isChart = useWatch({ control: form.control, name: 'view' }) === 'chart';
  const delivery = useDelivery(onClose);
  const wishNow = (values: Form) => requestOfForm(values, Date.now(), timezone);
  const deliver = (way: 'sheet' | 'mail') =>
    form.handleSubmit((values) => delivery.start(way, wishNow(values)), focusFault);

  return (
    <FormProvider {...form}>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.handleSubmit((values) => onShow(addressOfRequest(wishNow(values))), focusFault)}
      >
        <ReportSubjectFields />
        <ReportPeriodFields />
        <DeliveryStatus delivery={delivery} />
        <footer className={classes.foot}>
          {!isChart && (
            <>
              <Button icon={mdiEmailOutline} disabled={delivery.way !== null} onClick={deliver('mail')}>
                {text('report.mail')}
              </Button>
              <Button icon={mdiMicrosoftExcel} disabled={delivery.way !== null} onClick={deliver('sheet')}>
                {text('report.export')}
              </Button>
            </>
          )}
          <Button type="submit" kind="primary" icon={isChart ? mdiChartLine : mdiTableLarge}>
            {text('report.show')}
          </Button>
        </footer>
      </form>
    </FormProvider>
  );
}
