import { useTexts } from '../../lib/texts/texts-context.ts';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Centred } from './centred.tsx';

/** A whole screen could not be drawn or loaded: only a fresh page helps. */
export function ScreenFailure() {
  const { text } = useTexts();
  return (
    <Centred>
      <FailedState
        title={text('view.failedTitle')}
        reason={text('error.connection')}
        retryLabel={text('error.reload')}
        onRetry={() => window.location.reload()}
      />
    </Centred>
  );
}
