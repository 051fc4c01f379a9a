import type { SharedLocation as Location } from '@atalaia/contract/location';
import { mdiLanDisconnect } from '@mdi/js';
import type { ReactNode } from 'react';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useSharedLocation } from '../use-shared-location.ts';
import { InvalidLink } from './invalid-link.tsx';
import classes from './shared-location.module.css';

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
