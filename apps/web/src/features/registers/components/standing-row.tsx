import { mdiTableOff } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { failureWords } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { RowPlace, StandingRow } from '../api/save-row.ts';
import { useStandingRow } from '../use-standing-row.ts';
import classes from './register-screen.module.css';

interface StandingRowViewProps<Row> {
  readonly place: RowPlace<Row>;
  readonly id: number | string;
  readonly onBack: () => void;
  readonly children: (standing: StandingRow<Row>) => ReactNode;
}

/** What is shown of one row, once it was read afresh. */
export function StandingRowView<Row>({ place, id, onBack, children }: StandingRowViewProps<Row>) {
  const { text } = useTexts();
  const { data, error, refetch } = useStandingRow(place, id);
  const part = useRef<HTMLDivElement>(null);
  useKeys(part, [{ key: 'Escape', inFields: true, act: onBack }]);
  const queries = useQueryClient();
  const gone = isGone(error);
  // The list still shows it.
  useEffect(() => {
    if (gone) void queries.invalidateQueries({ queryKey: ['register'] });
  }, [gone, queries]);
  if (data) return children(data);
  return (
    <div ref={part} className={classes.waiting} aria-busy={!error} data-holds-escape>
      {gone && <EmptyState icon={mdiTableOff} title={text('list.gone')} />}
      {error && !gone && <FailedState {...failureWords(error, text)} onRetry={() => void refetch()} />}
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
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found';
}
