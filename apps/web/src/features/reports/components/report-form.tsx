import { zodResolver } from '@hookform/resolvers/zod';
import { mdiMicrosoftExcel, mdiTableLarge } from '@mdi/js';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { addressOf, emptyReportForm, type ReportForm as Form, reportFormSchema } from '../report-wish.ts';
import { useReportSheet } from '../use-report-sheet.ts';
import classes from './report-form.module.css';
import { ReportPeriodFields } from './report-period-fields.tsx';
import { ReportSubjectFields } from './report-subject-fields.tsx';

interface ReportFormProps {
  /** The report's address: `?{query}#{name}`. */
  readonly onShow: (address: string) => void;
  readonly onClose: () => void;
}

/** Which report, of what, of when; it is shown, or saved as a spreadsheet (REP-02, REP-08). */
export function ReportForm({ onShow, onClose }: ReportFormProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const form = useForm<Form>({
    resolver: zodResolver(reportFormSchema),
    defaultValues: emptyReportForm,
  });
  const isOfDates = useWatch({ control: form.control, name: 'period' }) === 'dateToDate';
  const sheet = useReportSheet(onClose);
  const addressNow = (values: Form) => addressOf(values, Date.now(), timezone);

  return (
    <FormProvider {...form}>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.handleSubmit((values) => onShow(addressNow(values)))}
      >
        <ReportSubjectFields />
        <ReportPeriodFields withDates={isOfDates} />
        <footer className={classes.foot}>
          <Button
            icon={mdiMicrosoftExcel}
            busy={sheet.isPending}
            onClick={form.handleSubmit((values) => {
              const [search = ''] = addressNow(values).split('#');
              sheet.mutate({ name: values.name, search });
            })}
          >
            {text('report.export')}
          </Button>
          <Button type="submit" kind="primary" icon={mdiTableLarge}>
            {text('report.show')}
          </Button>
        </footer>
      </form>
    </FormProvider>
  );
}
