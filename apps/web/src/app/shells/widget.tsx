import type { ReactNode } from 'react';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';

/** A part of the screen that may fail without taking the rest along (ERR-03). */
export function Widget({ children }: { readonly children: ReactNode }) {
  const { text } = useTexts();
  return (
    <ErrorBoundary
      fallback={(retry) => (
        <FailedState
          title={text('error.widgetTitle')}
          reason={text('error.widgetText')}
          retryLabel={text('error.retry')}
          onRetry={retry}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
