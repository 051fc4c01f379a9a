import { mdiTableOff } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useKeys } from '../../lib/keys/use-keys.ts';
import { leaveGuard } from '../../lib/leaving/leave-guard.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { type RowPlace, readRow, type StoredRow } from '../api/save-row.ts';
import type { FormContext } from '../form/form-definition.ts';
import { ResourceForm } from '../form/resource-form.tsx';
import type { Resource } from '../resource.ts';
import type { SubView } from '../sub-view.ts';
import classes from './resource-screen.module.css';

interface StoredRowViewProps<Row> {
  readonly place: RowPlace<Row>;
  readonly id: number | string;
  readonly onBack: () => void;
  readonly children: (stored: StoredRow<Row>) => ReactNode;
}

/** What is shown of one row, once it was read afresh. */
function StoredRowView<Row>({ place, id, onBack, children }: StoredRowViewProps<Row>) {
  const { text } = useTexts();
  const { data, error, refetch } = useStoredRow(place, id);
  const part = useRef<HTMLDivElement>(null);
  useKeys(part, [{ key: 'Escape', inFields: true, act: onBack }]);
  const queries = useQueryClient();
  const isRemoved = isNotFound(error);
  // The list still shows it.
  useEffect(() => {
    if (isRemoved) void queries.invalidateQueries({ queryKey: ['resource'] });
  }, [isRemoved, queries]);
  if (data) return children(data);
  return (
    <div ref={part} className={classes.waiting} aria-busy={!error} data-holds-escape>
      {isRemoved && <EmptyState icon={mdiTableOff} title={text('list.gone')} />}
      {error && !isRemoved && <FailedState {...failureMessage(error, text)} onRetry={() => void refetch()} />}
      {!error && (
        <>
          <Skeleton height={24} width="60%" />
          <Skeleton height={240} />
        </>
      )}
      <Button onClick={onBack}>{text('list.back')}</Button>
    </div>
  );
}

/** Somebody removed the row after it was listed. */
function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found';
}

/** A row as stored now, with its revision: what is opened is never what a list remembers. */
function useStoredRow<Row>(place: RowPlace<Row>, id: number | string) {
  const api = useApi();
  return useQuery({
    queryKey: ['standing-row', place.path, id],
    queryFn: ({ signal }) => readRow(api, place, id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    retry: false,
  });
}

const LinksView = lazy(async () => ({ default: (await import('../links/links-view.tsx')).LinksView }));

interface RowPaneProps<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly resource: Resource<Row, Values>;
  readonly shown: SubView;
  readonly context: FormContext;
  readonly onSaved: (saved: Row) => void;
  readonly onDone: () => void;
}

/** What is open beside the list: the form, the links or another view of one row. */
export function RowPane<Row extends { readonly id: number }, Values extends FieldValues>({
  resource,
  shown: { kind, rowId },
  context,
  onSaved,
  onDone,
}: RowPaneProps<Row, Values>) {
  const { form, links, views } = resource;
  const onBack = () => leaveGuard.leave(onDone);
  const view = views?.find(({ key }) => key === kind);
  if (kind === 'form' && form && rowId === null) {
    return (
      <ResourceForm
        form={form}
        place={resource}
        opened={undefined}
        context={context}
        onSaved={onSaved}
        onBack={onBack}
      />
    );
  }
  if (rowId === null) return null;
  return (
    <StoredRowView key={`${kind}${rowId}`} place={resource} id={rowId} onBack={onBack}>
      {(stored) => {
        const { row } = stored;
        const name = resource.nameOf(row, context);
        if (kind === 'form' && form) {
          return (
            <ResourceForm
              form={form}
              place={resource}
              opened={stored}
              name={name}
              context={context}
              onSaved={onSaved}
              onBack={onBack}
            />
          );
        }
        if (kind === 'links' && links) {
          return (
            <WithEscape onBack={onBack} label={context.text('view.loading')}>
              <LinksView owner={links} row={row} name={name} onDone={onBack} />
            </WithEscape>
          );
        }
        if (!view) return null;
        return (
          <WithEscape onBack={onBack} label={context.text('view.loading')}>
            <view.View row={row} onDone={onBack} />
          </WithEscape>
        );
      }}
    </StoredRowView>
  );
}

interface WithEscapeProps {
  readonly onBack: () => void;
  readonly label: string;
  readonly children: ReactNode;
}

/** A view that knows nothing of keys: Escape leads from it to the list. */
function WithEscape({ onBack, label, children }: WithEscapeProps) {
  const part = useRef<HTMLDivElement>(null);
  useKeys(part, [{ key: 'Escape', inFields: true, act: onBack }]);
  return (
    <div ref={part} className={classes.view} data-holds-escape>
      <Suspense fallback={<Spinner label={label} />}>{children}</Suspense>
    </div>
  );
}
