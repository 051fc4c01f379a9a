import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import { mdiRefresh, mdiTableSearch } from '@mdi/js';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { type GridColumn, GridTable } from '../../ui/table/grid-table.tsx';
import classes from './endless-list.module.css';

/** Days as they are typed, `21/11/2026`; what is no day yet requests nothing. Both are within. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Days in the person's zone as instants: from the first millisecond to the last. */
export function instantsOf({ from, to }: Days, timezone: string) {
  const start = parseFormInstant(from, timezone);
  const last = parseFormInstant(to, 'UTC');
  // a day of a zone may have 23 hours, or 25
  const end =
    last === undefined
      ? undefined
      : parseFormInstant(formatInstant(last + 86_400_000, 'formDate', 'UTC'), timezone);
  return {
    ...(start !== undefined && { from: new Date(start).toISOString() }),
    ...(end !== undefined && { to: new Date(end - 1).toISOString() }),
  };
}

/** The calendar has no such day, as far as it is typed. */
export function isNoDay(typed: string): boolean {
  return typed.length >= 'dd/MM/yyyy'.length && parseFormInstant(typed, 'UTC') === undefined;
}

/** So many rows before the last one older ones are requested. */
const nearEnd = 30;

interface EndlessListProps<Row, Filter extends Days> {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly query: UseInfiniteQueryResult<InfiniteData<readonly Row[]>>;
  readonly filter: Filter;
  /** The filter whose rows are shown, where typing is not requested at once: another one begins at the top. */
  readonly asked?: Filter;
  readonly onFilter: (filter: Filter) => void;
  /** What it is filtered by before the days. */
  readonly fields: ReactNode;
  /** What is said where there is no row. */
  readonly empty: { readonly icon: string; readonly title: string; readonly hint: string };
  /** Said instead while something is filtered. */
  readonly emptyTitle?: string;
  readonly selected?: number | undefined;
  readonly onSelect: (row: Row) => void;
}

/** What happened, the newest first, as far back as somebody scrolls: filtered by days and by what the list is of. */
export function EndlessList<Row extends { readonly id: number }, Filter extends Days>({
  label,
  columns,
  query,
  filter,
  asked = filter,
  onFilter,
  fields,
  empty,
  emptyTitle = empty.title,
  selected,
  onSelect,
}: EndlessListProps<Row, Filter>) {
  const { text } = useTexts();
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } = query;
  const rows = data?.pages.flat();
  const isFiltered = Object.values(filter).some((value) => value !== null && value.length !== 0);
  return (
    <div className={classes.view} data-fills>
      <div className={classes.filters}>
        {fields}
        {(['from', 'to'] as const).map((end) => (
          <div key={end} className={classes.day}>
            <DateField
              label={text(`list.${end}`)}
              placeholder={text('form.datePattern')}
              chooseLabel={`${text('action.choose')}: ${text(`list.${end}`)}`}
              error={isNoDay(filter[end]) ? text('form.notADate') : undefined}
              text={filter[end]}
              onType={(day) => onFilter({ ...filter, [end]: day })}
            />
          </div>
        ))}
        <IconButton
          outlined
          size={34}
          name={text('list.newer')}
          icon={mdiRefresh}
          disabled={isFetching}
          onClick={() => void refetch()}
        />
      </div>
      {!rows && !error && <Skeleton height={394} />}
      {error && (
        <FailedState
          low={rows !== undefined}
          {...failureMessage(error, text)}
          onRetry={() => void (rows ? fetchNextPage() : refetch())}
        />
      )}
      {rows?.length === 0 && (
        <EmptyState
          {...(isFiltered
            ? { icon: mdiTableSearch, title: emptyTitle, hint: text('list.emptyFilter') }
            : empty)}
        />
      )}
      {rows && rows.length > 0 && (
        <GridTable
          key={JSON.stringify(asked)}
          label={label}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          keyOf={({ id }) => id}
          selected={selected}
          onSelect={onSelect}
          sorted={null}
          onSort={() => undefined}
          // -1 is ARIA's word for a number nobody knows; the table adds its head.
          total={hasNextPage ? -2 : rows.length}
          onVisibleRange={(_, last) =>
            last >= rows.length - nearEnd && hasNextPage && !isFetching && !error && void fetchNextPage()
          }
          busy={isPlaceholderData}
        />
      )}
    </div>
  );
}
