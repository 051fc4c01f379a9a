import { mdiClose, mdiMicrosoftExcel, mdiTableOff } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { type ReportName, reportTitles } from '../../../lib/reports/report-names.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { fetchReport } from '../api/fetch-report.ts';
import { type ReportKind, reportKinds } from '../report-kinds.ts';
import { reportQueryOf } from '../report-wish.ts';
import { reportFailureText, useReportSheet } from '../use-report-sheet.ts';
import classes from './report-view.module.css';

interface ReportViewProps {
  readonly name: ReportName;
  /** Of the address, with its question mark. */
  readonly query: string;
  readonly onClose: () => void;
}

/** A report's rows under its title, with the way to the spreadsheet and back (REP-05). */
export function ReportView(props: ReportViewProps) {
  // Each kind has rows of its own form: the table is made where the form is known.
  switch (props.name) {
    case 'route':
      return <KnownReport {...props} kind={reportKinds.route} />;
    case 'event':
      return <KnownReport {...props} kind={reportKinds.event} />;
    case 'trip':
      return <KnownReport {...props} kind={reportKinds.trip} />;
    case 'stop':
      return <KnownReport {...props} kind={reportKinds.stop} />;
    case 'summary':
      return <KnownReport {...props} kind={reportKinds.summary} />;
  }
}

/** More rows than these make a table that no longer scrolls smoothly; the spreadsheet holds any number. */
const mostRows = 500;

function KnownReport<Row>({
  kind,
  name,
  query: search,
  onClose,
}: ReportViewProps & { readonly kind: ReportKind<Row> }) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const sheet = useReportSheet();
  const query = reportQueryOf(search);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report', name, query],
    queryFn: ({ signal }) => fetchReport(api, kind, query, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [from, to] = [query.from?.[0], query.to?.[0]];
  const isReadable = (instant: string | undefined) => !Number.isNaN(Date.parse(instant ?? ''));

  return (
    <section className={classes.report} aria-label={text(reportTitles[name])}>
      <header className={classes.head}>
        <h2 className={classes.title}>{text(reportTitles[name])}</h2>
        {from && to && isReadable(from) && isReadable(to) && (
          <span className={classes.span}>
            {text('report.span', { from: formats.dateTime(from), to: formats.dateTime(to) })}
          </span>
        )}
        <span className={classes.grow} />
        <Button
          icon={mdiMicrosoftExcel}
          busy={sheet.isPending}
          disabled={!data?.length}
          onClick={() => sheet.mutate({ name, search })}
        >
          {text('report.export')}
        </Button>
        <IconButton name={text('action.close')} icon={mdiClose} onClick={onClose} />
      </header>
      {isFetching && <Spinner label={text('report.loading')} />}
      {error && !isFetching && (
        <FailedState
          title={text('view.failedTitle')}
          reason={reportFailureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {data && !isFetching && <Rows label={text(reportTitles[name])} kind={kind} rows={data} />}
    </section>
  );
}

interface RowsProps<Row> {
  readonly label: string;
  readonly kind: ReportKind<Row>;
  readonly rows: readonly Row[];
}

function Rows<Row>({ label, kind, rows }: RowsProps<Row>): ReactNode {
  const { text, textOr } = useTexts();
  const words = { text, textOr, formats: useFormats() };
  if (rows.length === 0) return <EmptyState icon={mdiTableOff} hint={text('report.empty')} />;
  const numbered = rows.slice(0, mostRows).map((row, number) => ({ row, number }));
  return (
    <>
      <DataTable
        label={label}
        columns={kind.columns.map(({ title, cell }) => ({
          key: title,
          title: text(title),
          cell: ({ row }: { row: Row }) => cell(row, words) || text('value.missing'),
        }))}
        rows={numbered}
        keyOf={({ number }) => number}
      />
      <p className={classes.foot} role="status">
        {text('report.rows', { count: rows.length })}
        {rows.length > mostRows && ` · ${text('report.firstRows', { shown: mostRows })}`}
      </p>
    </>
  );
}
