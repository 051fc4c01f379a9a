import { type ReactNode, Suspense } from 'react';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ErrorBoundary, type Failure } from '../../ui/feedback/error-boundary.tsx';
import { FailedPart, FailedState } from '../../ui/feedback/failed-state.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import classes from './widget.module.css';

/**
 * A part of the screen that may fail without taking the rest along (ERR-03). What was tried again in vain needs a fresh
 * page: a file that did not arrive is not requested again by the page that missed it.
 */
export function Widget({ children }: { readonly children: ReactNode }) {
  const { text } = useTexts();
  const retryOf = useRetry();
  return (
    <ErrorBoundary
      fallback={(failure) => (
        <div className={classes.failed}>
          <FailedState
            title={text('error.widgetTitle')}
            reason={text('error.widgetText')}
            retryLabel={text(failure.times > 1 ? 'error.reload' : 'error.retry')}
            onRetry={retryOf(failure)}
          />
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

/** What a click on what failed does. */
function useRetry() {
  const { askAgain } = useTexts();
  return ({ times, retry }: Failure) =>
    () => {
      if (times > 1) return window.location.reload();
      askAgain();
      retry();
    };
}

/** The same for what is as small as a button: its failure is one, with the words as its hint. */
export function SmallWidget({ children }: { readonly children?: ReactNode }) {
  const { text } = useTexts();
  const retryOf = useRetry();
  return (
    <ErrorBoundary
      fallback={(failure) => (
        <FailedPart
          name={`${text('error.widgetTitle')}. ${text(failure.times > 1 ? 'error.reload' : 'error.retry')}`}
          onRetry={retryOf(failure)}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

/** A window whose files come when it is opened: until then, and where they do not come, its place in the middle says so. */
export function ComingWindow({ children }: { readonly children: ReactNode }) {
  const { text } = useTexts();
  return (
    <div className={classes.window}>
      <Widget>
        <Suspense fallback={<Spinner label={text('view.loading')} />}>{children}</Suspense>
      </Widget>
    </div>
  );
}
