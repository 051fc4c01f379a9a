import {
  type FleetControlFinding,
  type FleetControlOutcome,
  type FleetControlRun,
  fleetControlOutcomes,
} from '@atalaia/contract/providers/fleet-control-sync';
import { mdiCheckCircleOutline, mdiTableSearch } from '@mdi/js';
import { useState } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Pill, type Tone } from '../../../ui/layout/pill.tsx';
import { GridTable } from '../../../ui/table/grid-table.tsx';
import { ListBar } from '../../../ui/table/list-bar.tsx';
import { findingLabel, foundCount } from '../run-labels.ts';
import { useFindings } from '../use-fleet-control.ts';
import classes from './fleet-control-view.module.css';

const tones: Readonly<Record<FleetControlOutcome, Tone>> = {
  created: 'online',
  changed: 'ignition',
  sent: 'brand',
  sentNew: 'brand',
  notMatched: 'unknown',
  refused: 'alarm',
};

/** So many rows before the last one more are requested. */
const nearEnd = 30;

/** What an exchange changed, and what it could not match and why. */
export function Findings({ run }: { readonly run: FleetControlRun }) {
  const { text } = useTexts();
  const formats = useFormats();
  const columns = useColumns();
  const [keyword, type] = useState('');
  const [outcome, setOutcome] = useState<FleetControlOutcome | null>(null);
  const [chosen, choose] = useState<number>();
  const count = foundCount(run);
  const request = { runId: run.id, outcome: outcome ?? undefined, keyword };
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } = useFindings(
    request,
    count,
  );
  const rows = data?.pages.flatMap((page) => page.rows);
  const total = data?.pages[0]?.total ?? 0;
  const isFiltered = keyword !== '' || outcome !== null;
  const options = fleetControlOutcomes
    .filter((value) => (run.found[value] ?? 0) > 0)
    .map((value) => ({
      value,
      label: `${text(`fleetControl.outcome.${value}`)} (${formats.count(run.found[value] ?? 0)})`,
    }));
  return (
    <section className={classes.findings} aria-label={text('fleetControl.results')}>
      {(count > 0 || isFiltered) && (
        <ListBar label={text('fleetControl.search')} text={keyword} onType={type}>
          <div className={classes.choice}>
            <SelectField<FleetControlOutcome>
              label={text('fleetControl.column.outcome')}
              placeholder={`${text('fleetControl.outcome.all')} (${formats.count(count)})`}
              clearLabel={text('action.clear')}
              options={options}
              chosen={outcome}
              onChoose={setOutcome}
            />
          </div>
        </ListBar>
      )}
      {!rows && !error && <Skeleton height={200} />}
      {error && (
        <FailedState
          low={rows !== undefined}
          {...failureMessage(error, text)}
          onRetry={() => void refetch()}
        />
      )}
      {rows?.length === 0 &&
        (isFiltered ? (
          <EmptyState icon={mdiTableSearch} title={text('list.empty')} hint={text('list.emptySearch')} />
        ) : (
          <Nothing isDone={run.state === 'done'} />
        ))}
      {rows && rows.length > 0 && (
        <GridTable
          label={text('fleetControl.results')}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          keyOf={({ id }) => id}
          selected={chosen}
          onSelect={({ id }) => choose(id)}
          sorted={null}
          onSort={() => undefined}
          total={total}
          onVisibleRange={(_, last) => {
            if (hasNextPage && !isFetching && last >= rows.length - nearEnd) void fetchNextPage();
          }}
          busy={isPlaceholderData}
        />
      )}
    </section>
  );
}

function Nothing({ isDone }: { readonly isDone: boolean }) {
  const { text } = useTexts();
  if (!isDone) return <p className={classes.help}>{text('fleetControl.nothingYet')}</p>;
  return (
    <EmptyState
      icon={mdiCheckCircleOutline}
      title={text('fleetControl.nothing')}
      hint={text('fleetControl.nothingHelp')}
    />
  );
}

function useColumns() {
  const { text, textOr } = useTexts();
  return [
    {
      key: 'outcome',
      title: text('fleetControl.column.outcome'),
      width: 170,
      cell: ({ outcome }: FleetControlFinding) => (
        <Pill tone={tones[outcome]}>{text(`fleetControl.outcome.${outcome}`)}</Pill>
      ),
    },
    {
      key: 'what',
      title: text('fleetControl.column.what'),
      names: true,
      width: 240,
      cell: ({ name }: FleetControlFinding) => name || text('value.missing'),
    },
    {
      key: 'kind',
      title: text('fleetControl.column.kind'),
      width: 160,
      muted: true,
      optional: 860 as const,
      cell: ({ kind }: FleetControlFinding) => text(`fleetControl.kind.${kind}`),
    },
    {
      key: 'details',
      title: text('fleetControl.column.details'),
      muted: true,
      cell: (finding: FleetControlFinding) => {
        const labels = findingLabel(finding, { text, textOr });
        return labels === '' ? text('value.missing') : <span title={labels}>{labels}</span>;
      },
    },
  ];
}
