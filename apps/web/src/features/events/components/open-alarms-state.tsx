import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import classes from './open-alarms-state.module.css';

/**
 * What has to be known of the open alarms beside those that are listed: that they are not there yet, that they could not
 * be loaded, that they may be old, or that there are more. Shows nothing while all is well.
 */
export function OpenAlarmsState() {
  const { text } = useTexts();
  const formats = useFormats();
  const { alarms, connection } = useLive();
  const { loadedMs, failure, isCut, alarms: list } = useStore(alarms, (state) => state);
  const isLost = useStore(connection, (now) => now === 'lost');

  if (loadedMs === null) {
    if (failure === null) {
      return (
        <div className={classes.loading} aria-busy>
          <p className={classes.note}>{text('alarms.loading')}</p>
          <Skeleton height={44} />
        </div>
      );
    }
    return (
      <FailedState
        low
        title={text('alarms.unknown')}
        reason={failureText(failure, text)}
        retryLabel={text('error.retry')}
        onRetry={alarms.load}
      />
    );
  }
  return (
    <>
      {(isLost || failure !== null) && (
        <p className={classes.note} role="status">
          {text('alarms.outdated', { date: formats.dateTime(new Date(loadedMs).toISOString()) })}{' '}
          <button type="button" className={classes.retry} onClick={alarms.load}>
            {text('error.retry')}
          </button>
        </p>
      )}
      {isCut && <p className={classes.note}>{text('alarms.cut', { count: list.length })}</p>}
    </>
  );
}
