import { mdiClockOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { checkSharedLocation } from '../api/check-shared-location.ts';
import { InvalidLink } from './invalid-link.tsx';
import classes from './shared-location.module.css';

interface SharedLocationProps {
  readonly token: string;
  /** To the sign-in. */
  readonly onLeave: () => void;
}

/** A location shared by link: whether the link is alive, and the way out when it is not (SHARE-01). */
export function SharedLocation({ token, onLeave }: SharedLocationProps) {
  const { text } = useTexts();
  const api = useApi();
  const { error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['shared-location', token],
    queryFn: () => checkSharedLocation(api, token).then(() => true),
    retry: false,
    gcTime: 0,
  });
  const isDead = error instanceof ApiError && (error.status === 404 || error.status === 410);

  return (
    <main className={classes.page}>
      {isPending || isFetching ? (
        <p role="status">{text('share.loading')}</p>
      ) : isDead ? (
        <InvalidLink onLeave={onLeave} />
      ) : error ? (
        <FailedState
          title={text('view.failedTitle')}
          reason={failureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <EmptyState icon={mdiClockOutline} title={text('share.title')} />
      )}
    </main>
  );
}
