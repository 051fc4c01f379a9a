import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';

interface StripFailureProps {
  readonly failure: unknown;
  readonly onRetry: () => void;
}

/** Why the devices are not listed, and a way to ask again. */
export function StripFailure({ failure, onRetry }: StripFailureProps) {
  const { text } = useTexts();
  return (
    <FailedState
      low
      title={text('view.failedTitle')}
      reason={failureText(failure, text)}
      retryLabel={text('error.retry')}
      onRetry={onRetry}
    />
  );
}
