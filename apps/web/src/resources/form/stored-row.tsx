import { mdiTableOff } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useKeys } from '../../lib/keys/use-keys.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import type { RowPlace, StoredRow } from '../api/save-row.ts';
import { readRow } from '../api/save-row.ts';
import classes from '../list/resource-screen.module.css';

interface StoredRowViewProps<Row> {
  readonly place: RowPlace<Row>;
  readonly id: number | string;
  readonly onBack: () => void;
  readonly children: (stored: StoredRow<Row>) => ReactNode;
}

/** What is shown of one row, once it was read afresh. */
export function StoredRowView<Row>({ place, id, onBack, children }: StoredRowViewProps<Row>) {
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
