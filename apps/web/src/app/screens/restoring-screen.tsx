import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useSessionStore } from '../../lib/session/session-context.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { restoringQuery } from '../start/refresh-session.ts';
import { Centred } from './centred.tsx';
import { LoadingScreen } from './loading-screen.tsx';

/** A token without a readable snapshot: asks the server whose it is, and stays until it knows. */
export function RestoringScreen() {
  const { text } = useTexts();
  const api = useApi();
  const session = useSessionStore();
  const { error, isFetching, refetch } = useQuery(restoringQuery(api, session));

  if (!error || isFetching) return <LoadingScreen label={text('login.restoring')} />;
  return (
    <Centred>
      <FailedState
        title={text('view.failedTitle')}
        reason={failureText(error, text)}
        retryLabel={text('error.retry')}
        onRetry={() => void refetch()}
      />
    </Centred>
  );
}
