import { zodResolver } from '@hookform/resolvers/zod';
import { mdiChartLine, mdiEmailOutline, mdiMicrosoftExcel, mdiTableLarge } from '@mdi/js';
import { useMemo } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { focusFault } from '../../../lib/keys/first-at-fault.ts';
import { addressOfRequest } from '../../../lib/reports/report-request.ts';
import { useReports } from '../../../lib/reports/report-store.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
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
import { ReportPeriodFields } from './report-period-fields.tsx';
import { ReportSubjectFields } from './report-subject-fields.tsx';

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
