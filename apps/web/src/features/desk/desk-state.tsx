import { useFormats } from '../../lib/formats/use-formats.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { useLive } from '../../live/live-context.ts';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import classes from './desk-state.module.css';

/** That the alarms are not there yet, could not be loaded, or may be old. Shows nothing while all is well (DESK-18). */
export function DeskState() {
  const { text } = useTexts();
  const formats = useFormats();
  const { desk, connection } = useLive();
  const loadedMs = useStore(desk, (state) => state.loadedMs);
  const failure = useStore(desk, (state) => state.failure);
  const isLost = useStore(connection, (now) => now === 'lost');

  if (loadedMs === null) {
    if (failure === null) {
      return (
        <div className={classes.loading} aria-busy>
          <p className={classes.note}>{text('alarms.loading')}</p>
          <Skeleton height={54} />
          <Skeleton height={54} />
        </div>
      );
    }
    return (
      <FailedState
        title={text('alarms.unknown')}
        reason={failureText(failure, text)}
        retryLabel={text('error.retry')}
        onRetry={desk.load}
      />
    );
  }
  if (!isLost && failure === null) return null;
  return (
    <p className={classes.note} role="status">
      {text('alarms.outdated', { date: formats.dateTime(new Date(loadedMs).toISOString()) })}{' '}
      <button type="button" className={classes.retry} onClick={desk.load}>
        {text('error.retry')}
      </button>
    </p>
  );
}
