import { type ReactNode, Suspense, useEffect, useState } from 'react';
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
  return (
    <Kept
      fallback={({ times }, onRetry) => (
        <div className={classes.failed}>
          <FailedState
            title={text('error.widgetTitle')}
            reason={text('error.widgetText')}
            retryLabel={text(times > 1 ? 'error.reload' : 'error.retry')}
            onRetry={onRetry}
          />
        </div>
      )}
    >
      {children}
    </Kept>
  );
}

interface KeptProps {
  readonly children: ReactNode;
  readonly fallback: (failure: Failure, onRetry: () => void) => ReactNode;
}

/** What fails for texts that had not come before it was drawn tries once by itself: they may be there by now. */
function Kept({ children, fallback }: KeptProps) {
  const { askAgain, failures } = useTexts();
  const [before] = useState(failures);
  return (
    <ErrorBoundary
      fallback={(failure) => {
        const again = () => {
          askAgain();
          failure.retry();
        };
        if (before.includes(failure.error) && failure.times <= 1) return <AtOnce act={again} />;
        return fallback(failure, () => (failure.times > 1 ? window.location.reload() : again()));
      }}
    >
      {children}
    </ErrorBoundary>
  );
}

function AtOnce({ act }: { readonly act: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(act, []);
  return null;
}

/** The same for what is as small as a button: its failure is one, with the words as its hint. */
export function SmallWidget({ children }: { readonly children?: ReactNode }) {
  const { text } = useTexts();
  return (
    <Kept
      fallback={({ times }, onRetry) => (
        <FailedPart
          name={`${text('error.widgetTitle')}. ${text(times > 1 ? 'error.reload' : 'error.retry')}`}
          onRetry={onRetry}
        />
      )}
    >
      {children}
    </Kept>
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
