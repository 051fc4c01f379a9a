import { type AlarmSeverity, alarmSeverities } from '@atalaia/contract/desk/alarm';
import { type AlarmReportRow, alarmReportRowSchema } from '@atalaia/contract/desk/alarm-report';
import { alarmOutcomeSchema, alarmRuleSchema } from '@atalaia/contract/desk/alarm-rule';
import { operatorSchema } from '@atalaia/contract/desk/desk';
import { mdiFileChartOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { ReferenceField } from '../../../resources/form/reference-field.tsx';
import { PagedReport } from '../../../resources/list/paged-report.tsx';
import { MultiSelect } from '../../../ui/field/multi-select.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import { DataTable, TwoLines } from '../../../ui/table/data-table.tsx';
import { alarmSubject, alarmTitle, severityTone } from '../alarm-title.ts';
import classes from '../desk-lists.module.css';
import { durationText } from '../duration.ts';

interface AlarmReportViewProps {
  readonly onOpen: (alarmId: number) => void;
}

const dayMs = 86_400_000;
const periods = ['1', '7', '30', '90', '365'] as const;

/** "Alarmes" as a report: how many, how fast and with which outcome, of a period (DESK-13). */
export function AlarmReportView({ onOpen }: AlarmReportViewProps) {
  const { text } = useTexts();
  const filters = useReportFilters();
  return (
    <PagedReport
      path="reports/alarms"
      query={filters.query}
      schema={alarmReportRowSchema}
      title="desk.report"
      countText={(count) => text('desk.alarmsFound', { count })}
      empty={{ icon: mdiFileChartOutline, hint: 'desk.noReport' }}
      fields={filters.fields}
    >
      {(rows) => <ReportTable rows={rows} onOpen={onOpen} />}
    </PagedReport>
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
    isWithin === false ? (
      <TwoLines first={durationText(seconds)} second={text('desk.overDue')} late />
    ) : (
      durationText(seconds)
    );
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
          cell: ({ severity }) => (
            <Pill tone={severityTone[severity]}>{text(`alarmSeverity.${severity}`)}</Pill>
          ),
        },
        {
          key: 'title',
          title: text('desk.alarmAndRule'),
          cell: (row) => (
            <TwoLines
              first={
                <button type="button" className={classes.open} onClick={() => onOpen(row.id)}>
                  {alarmTitle(row, texts)}
                </button>
              }
              second={row.ruleName !== alarmTitle(row, texts) && row.ruleName}
            />
          ),
        },
        {
          key: 'vehicle',
          title: text('desk.vehicle'),
          cell: (row) => (
            <TwoLines
              first={row.kind === 'massFault' ? alarmSubject(row, texts) : row.deviceName}
              second={row.customerName}
            />
          ),
        },
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
        {
          ...{ key: 'outcome', title: text('desk.outcome'), wraps: true },
          cell: ({ outcomeName, note }) => <TwoLines first={outcomeName} second={note} />,
        },
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
