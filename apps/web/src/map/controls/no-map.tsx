import { useTexts } from '../../lib/texts/texts-context.ts';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import classes from './no-map.module.css';

/** In the map's place where the browser cannot draw one: what continues without it, and what to do (ERR-03). */
export function NoMap() {
  const { text } = useTexts();
  return (
    <div className={classes.place}>
      <FailedState
        title={text('map.lostTitle')}
        reason={text('map.lostText')}
        retryLabel={text('error.reload')}
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}
