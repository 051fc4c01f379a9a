import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';

interface ChartFailureProps {
  readonly failure: unknown;
  readonly onRetry: () => void;
}

/** Why the devices are not listed, and a way to ask again. */
export function ChartFailure({ failure, onRetry }: ChartFailureProps) {
  const { text } = useTexts();
  return (
    <FailedState
      title={text('view.failedTitle')}
      reason={failureText(failure, text)}
      retryLabel={text('error.retry')}
      onRetry={onRetry}
    />
  );
}
