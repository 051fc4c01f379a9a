import { type SharedLocation as Location, sharedLocationSchema } from '@atalaia/contract/accounts/location';
import { mdiLanDisconnect, mdiLinkOff } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ApiClient } from '../../../../lib/api/api-client.ts';
import { useApi } from '../../../../lib/api/api-context.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { failureText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { LinkButton } from '../../../../ui/button/button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../../ui/feedback/failed-state.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import classes from './shared-location.module.css';

/** How long the text stays before the page goes to the sign-in, ms (SHARE-01). */
const redirectMs = 5000;

function InvalidLink({ onLeave }: { readonly onLeave: () => void }) {
  const { text } = useTexts();
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useEffect(() => {
    const timer = setTimeout(() => leave.current(), redirectMs);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div role="alert">
      <EmptyState
        isPage
        icon={mdiLinkOff}
        title={text('share.invalid')}
        hint={text('share.redirect', { seconds: redirectMs / 1000 })}
        action={<LinkButton to="/login">{text('share.backToLogin')}</LinkButton>}
      />
    </div>
  );
}

interface SharedLocationProps {
  readonly token: string;
  /** To the sign-in. */
  readonly onLeave: () => void;
  /** Draws the devices of a link. */
  readonly map: (location: Location) => ReactNode;
}

/** A location shared by link: its map while the link is alive, and the way out when it is not (SHARE-01). */
export function SharedLocation({ token, onLeave, map }: SharedLocationProps) {
  const { text } = useTexts();
  const state = useSharedLocation(token);
  if (state.phase === 'shown' || state.phase === 'lost') {
    return (
      <main className={classes.map} aria-label={text('share.title')}>
        {map(state.location)}
        <p role="status" className={classes.lost} hidden={state.phase !== 'lost'}>
          <Icon path={mdiLanDisconnect} size={16} />
          {text('share.lost')}
        </p>
      </main>
    );
  }
  return (
    <main className={classes.page}>
      {state.phase === 'loading' && <p role="status">{text('share.loading')}</p>}
      {state.phase === 'dead' && <InvalidLink onLeave={onLeave} />}
      {state.phase === 'failed' && (
        <FailedState
          title={text('view.failedTitle')}
          reason={failureText(state.error, text)}
          retryLabel={text('error.retry')}
          onRetry={state.retry}
        />
      )}
    </main>
  );
}

/** How often a link is asked again, ms (SHARE-01). */
const pollMs = 5000;

/**
 * `dead`: the link is not alive, or no more. `lost`: it was, and no answer comes now; what was seen last stays.
 */
type SharedState =
  | { readonly phase: 'loading' | 'dead' }
  | { readonly phase: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly phase: 'shown' | 'lost'; readonly location: Location };

/** What a link shows, requested every five seconds until it is dead. */
function useSharedLocation(token: string): SharedState {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['shared-location', token],
    queryFn: ({ signal }) => getSharedLocation(api, token, signal),
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (isEnded(state.error) ? false : pollMs),
    refetchIntervalInBackground: true,
  });
  if (isEnded(error)) return { phase: 'dead' };
  if (data) return { phase: error ? 'lost' : 'shown', location: data };
  return error ? { phase: 'failed', error, retry: () => void refetch() } : { phase: 'loading' };
}

function isEnded(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

/** `GET location/{token}`, open to strangers; 404 and 410 mean that the link is not alive. */
function getSharedLocation(api: ApiClient, token: string, signal: AbortSignal): Promise<Location> {
  const path = `location/${encodeURIComponent(token)}`;
  return api.json({ path, anonymous: true, signal }, sharedLocationSchema);
}
