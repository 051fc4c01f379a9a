import { mdiTableOff, mdiTableSearch } from '@mdi/js';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/data-table.tsx';
import type { Register } from '../register.ts';
import { useRegister } from '../use-register.ts';
import { PageTurner } from './page-turner.tsx';
import classes from './register-list.module.css';

interface RegisterListProps<Row extends { readonly id: number }> {
  readonly register: Register<Row>;
  /** The device of a row was chosen. */
  readonly onDevice?: ((deviceId: number) => void) | undefined;
}

/** The list of one noun as the person sees it: searched and paged by the server (LIST-02). */
export function RegisterList<Row extends { readonly id: number }>({
  register,
  onDevice,
}: RegisterListProps<Row>) {
  const { text } = useTexts();
  const { query, keyword, ...view } = useRegister(register);
  const columns = useColumns(register, onDevice);
  const { data, error, isPlaceholderData } = query;

  return (
    <div className={classes.list}>
      <div className={classes.search}>
        <SearchField label={text('list.search')} text={view.text} onType={view.type} />
      </div>
      {!data && !error && <Skeleton height={320} />}
      {error && (
        <FailedState
          title={text('view.failedTitle')}
          reason={failureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void query.refetch()}
        />
      )}
      {!error && data?.rows.length === 0 && (
        <EmptyState
          icon={keyword ? mdiTableSearch : mdiTableOff}
          title={text('list.empty')}
          {...(keyword && { hint: text('list.emptySearch') })}
        />
      )}
      {!error && data && data.rows.length > 0 && (
        <>
          <DataTable
            label={text(register.title)}
            columns={columns}
            rows={data.rows}
            keyOf={({ id }) => id}
            busy={isPlaceholderData}
          />
          <PageTurner
            size={view.size}
            onSize={view.choose}
            page={view.page}
            onPage={view.goTo}
            count={data.rows.length}
            hasMore={data.hasMore}
          />
        </>
      )}
    </div>
  );
}

function useColumns<Row extends { readonly id: number }>(
  { columns, deviceOf }: Register<Row>,
  onDevice: RegisterListProps<Row>['onDevice'],
): readonly TableColumn<Row>[] {
  const { text, textOr } = useTexts();
  const words = { text, textOr, formats: useFormats() };
  return columns.map(({ key, title, cell, muted }, at) => ({
    key,
    title: text(title),
    muted,
    cell: (row) => {
      const shown = cell(row, words);
      if (shown === null || shown === '') return text('value.missing');
      if (at > 0 || !onDevice || !deviceOf) return shown;
      return (
        <button type="button" className={classes.open} onClick={() => onDevice(deviceOf(row))}>
          {shown}
        </button>
      );
    },
  }));
}
