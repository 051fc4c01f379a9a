import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
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
  if (data) return children(data);
  return (
    <div ref={part} className={classes.waiting} aria-busy={!error} data-holds-escape>
      {error ? (
        <FailedState
          title={text('view.failedTitle')}
          reason={failureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <Skeleton height={24} width="60%" />
          <Skeleton height={240} />
        </>
      )}
      <Button onClick={onBack}>{text('list.back')}</Button>
    </div>
  );
}
