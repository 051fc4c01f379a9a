import { mdiCheckCircleOutline, mdiLinkOff, mdiTimerSand } from '@mdi/js';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import classes from './visitor.module.css';

interface LinkStateProps {
  /** Why nothing is shown; null while it is asked for. */
  readonly error: unknown;
  readonly onRetry: () => void;
  /** What is on the phone and did not go by it. */
  readonly children?: ReactNode;
}

/** The page of a link that shows nothing: still loading, unknown, over, bounded or not reached, each in words. */
export function LinkState({ error, onRetry, children }: LinkStateProps) {
  const { text } = useTexts();
  const status = error instanceof ApiError ? error.status : undefined;
  return (
    <main className={classes.alone}>
      {!error && <p role="status">{text('visitor.loading')}</p>}
      {status === 404 && (
        <div role="alert">
          <EmptyState
            isPage
            icon={mdiLinkOff}
            title={text('visitor.unknown')}
            hint={text('visitor.unknownHint')}
          />
        </div>
      )}
      {status === 410 && (
        <div role="alert">
          <EmptyState
            isPage
            icon={mdiTimerSand}
            title={text('visitor.ended')}
            hint={text('visitor.endedHint')}
          />
        </div>
      )}
      {Boolean(error) && status !== 404 && status !== 410 && (
        <FailedState
          title={text('view.failedTitle')}
          reason={failureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={onRetry}
        />
      )}
      {children}
    </main>
  );
}

/** The page of a link whose work is done. */
export function LinkDone({ title, hint }: { readonly title: string; readonly hint: string }) {
  return (
    <main className={classes.alone}>
      <div role="status">
        <EmptyState isPage icon={mdiCheckCircleOutline} title={title} hint={hint} />
      </div>
    </main>
  );
}
