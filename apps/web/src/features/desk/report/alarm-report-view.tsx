import { type AlarmSeverity, alarmSeverities } from '@atalaia/contract/desk/alarm';
import { type AlarmReportRow, alarmReportRowSchema } from '@atalaia/contract/desk/alarm-report';
import { alarmOutcomeSchema, alarmRuleSchema } from '@atalaia/contract/desk/alarm-rule';
import { operatorSchema } from '@atalaia/contract/desk/desk';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { mdiFileChartOutline, mdiFileExcelOutline } from '@mdi/js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage, failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { ReferenceField } from '../../../resources/form/reference-field.tsx';
import { fetchSpreadsheet } from '../../../resources/import/fetch-spreadsheet.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { MultiSelect } from '../../../ui/field/multi-select.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { alarmSubject, alarmTitle } from '../alarm-title.ts';
import classes from '../desk-lists.module.css';
import { durationText } from '../duration.ts';

interface AlarmReportViewProps {
  readonly onOpen: (alarmId: number) => void;
}

const path = 'reports/alarms';
const pageSize = 100;
const dayMs = 86_400_000;
const periods = ['1', '7', '30', '90', '365'] as const;

/** "Alarmes" as a report: how many, how fast and with which outcome, of a period (DESK-13). */
export function AlarmReportView({ onOpen }: AlarmReportViewProps) {
  const { text } = useTexts();
  const api = useApi();
  const filters = useReportFilters();
  const [page, setPage] = useState(0);
  const query = useQuery({
    queryKey: [path, filters.query, page],
    async queryFn({ signal }) {
      const asked = { ...filters.query, limit: pageSize, offset: page * pageSize };
      const { body, headers } = await api.answer(
        { path, query: asked, signal, timeoutMs: 60_000 },
        z.array(alarmReportRowSchema),
      );
      return { rows: body, total: Number(headers.get(totalCountHeader) ?? body.length) };
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
  const sheet = useWrite({
    write: (writer) => fetchSpreadsheet(writer, { path, query: filters.query }),
    onSuccess: (file) => saveFile(file, `${text('desk.report')}.xlsx`),
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        {filters.fields}
        <span className={classes.grow} />
        <Button icon={mdiFileExcelOutline} busy={sheet.isPending} onClick={() => sheet.mutate()}>
          {text('desk.spreadsheet')}
        </Button>
      </div>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={240} />}
      >
        {({ rows, total }) =>
          total === 0 ? (
            <EmptyState icon={mdiFileChartOutline} hint={text('desk.noReport')} />
          ) : (
            <>
              <p className={classes.note}>{text('desk.alarmsFound', { count: total })}</p>
              <ReportTable rows={rows} onOpen={onOpen} />
              {total > pageSize && (
                <div className={classes.bar}>
                  <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
                    {text('desk.pageBefore')}
                  </Button>
                  <Button disabled={(page + 1) * pageSize >= total} onClick={() => setPage(page + 1)}>
                    {text('desk.pageNext')}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QueryView>
    </div>
  );
}

interface ReportTableProps extends AlarmReportViewProps {
  readonly rows: readonly AlarmReportRow[];
}

function ReportTable({ rows, onOpen }: ReportTableProps) {
  const texts = useTexts();
  const { text } = texts;
  const formats = useFormats();
  const within = (seconds: number | null, isWithin: boolean | null) =>
    isWithin === false ? text('desk.overDue', { time: durationText(seconds) }) : durationText(seconds);
  return (
    <DataTable
      label={text('desk.report')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'opened', title: text('desk.openedAt'), cell: ({ openedAt }) => formats.dateTime(openedAt) },
        {
          key: 'severity',
          title: text('desk.severity'),
          cell: ({ severity }) => text(`alarmSeverity.${severity}`),
        },
        {
          key: 'title',
          title: text('desk.alarm'),
          cell: (row) => (
            <button type="button" className={classes.open} onClick={() => onOpen(row.id)}>
              {alarmTitle(row, texts)}
            </button>
          ),
        },
        {
          key: 'vehicle',
          title: text('desk.vehicle'),
          cell: (row) => (row.kind === 'massFault' ? alarmSubject(row, texts) : row.deviceName),
        },
        {
          key: 'customer',
          title: text('desk.customer'),
          muted: true,
          cell: ({ customerName }) => customerName,
        },
        { key: 'rule', title: text('desk.rule'), muted: true, cell: ({ ruleName }) => ruleName },
        {
          key: 'claim',
          title: text('desk.timeToClaim'),
          cell: (row) => within(row.claimSeconds, row.withinClaim),
        },
        {
          key: 'close',
          title: text('desk.timeToClose'),
          cell: (row) => within(row.closeSeconds, row.withinClose),
        },
        {
          key: 'by',
          title: text('desk.operator'),
          cell: ({ closedBy, holderName }) => closedBy ?? holderName,
        },
        { key: 'outcome', title: text('desk.outcome'), cell: ({ outcomeName }) => outcomeName },
        { key: 'note', title: text('desk.note'), muted: true, cell: ({ note }) => note },
      ]}
    />
  );
}

/** What the report is asked for, and the fields that say it. */
function useReportFilters() {
  const { text, textOr } = useTexts();
  const api = useApi();
  const [days, setDays] = useState<string>('7');
  // The period ends when the report was opened or changed, so that its pages fit one another.
  const [toMs, setToMs] = useState(Date.now);
  const [severity, setSeverity] = useState<readonly string[]>([]);
  const [outcomeId, setOutcomes] = useState<readonly string[]>([]);
  const [ruleId, setRules] = useState<readonly string[]>([]);
  const [userId, setUsers] = useState<readonly string[]>([]);
  const [customerId, setCustomer] = useState('');
  const list = <Schema extends z.ZodType>(of: string, schema: Schema, query = {}) => ({
    queryKey: ['desk-choices', of],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.json({ path: of, query, signal }, z.array(schema)),
    staleTime: 60_000,
  });
  const { data: outcomes = [] } = useQuery(list('alarm-outcomes', alarmOutcomeSchema));
  const { data: rules = [] } = useQuery(list('alarm-rules', alarmRuleSchema, { all: 'true' }));
  const { data: operators = [] } = useQuery(list('desk/operators', operatorSchema));
  const choices = { nothingFound: text('selector.empty'), clearLabel: text('action.clear') };
  const query = {
    from: new Date(toMs - Number(days) * dayMs).toISOString(),
    to: new Date(toMs).toISOString(),
    ...(severity.length > 0 && { severity: severity as readonly AlarmSeverity[] }),
    ...(outcomeId.length > 0 && { outcomeId }),
    ...(ruleId.length > 0 && { ruleId }),
    ...(userId.length > 0 && { userId }),
    ...(customerId !== '' && { customerId: [customerId] }),
  };
  const fields = (
    <>
      <SelectField
        labelled
        label={text('desk.period')}
        options={periods.map((value) => ({ value, label: text('desk.lastNDays', { count: Number(value) }) }))}
        chosen={days}
        onChoose={(value) => {
          setDays(value ?? days);
          setToMs(Date.now());
        }}
      />
      <MultiSelect
        labelled
        {...choices}
        label={text('desk.severity')}
        options={alarmSeverities.map((value) => ({ value, label: text(`alarmSeverity.${value}`) }))}
        chosen={severity}
        onChoose={setSeverity}
      />
      <MultiSelect
        labelled
        {...choices}
        label={text('desk.rule')}
        options={rules.map(({ id, key, name }) => ({
          value: String(id),
          label: key === null ? name : textOr(`alarmRule.${key}`, name),
        }))}
        chosen={ruleId}
        onChoose={setRules}
      />
      <MultiSelect
        labelled
        {...choices}
        label={text('desk.operator')}
        options={operators.map(({ userId: id, name }) => ({ value: String(id), label: name }))}
        chosen={userId}
        onChoose={setUsers}
      />
      <MultiSelect
        labelled
        {...choices}
        label={text('desk.outcome')}
        options={outcomes.map(({ id, key, name }) => ({
          value: String(id),
          label: key === null ? name : textOr(`alarmOutcome.${key}`, name),
        }))}
        chosen={outcomeId}
        onChoose={setOutcomes}
      />
      <ReferenceField
        label={text('desk.customer')}
        path="customers"
        clearLabel={text('action.clear')}
        chosen={customerId}
        onChoose={setCustomer}
      />
    </>
  );
  return { query, fields };
}
