import { mdiLanDisconnect } from '@mdi/js';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { useLive } from '../../live/live-context.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './connection-banner.module.css';

/** Says for as long as it lasts that what is shown may be old: a toast alone is gone after five seconds. */
export function ConnectionBanner() {
  const { text } = useTexts();
  const { connection } = useLive();
  const isLost = useStore(connection, (now) => now === 'lost');
  return (
    <div role="status" className={classes.place}>
      {isLost && (
        <span className={classes.notice} title={text('error.socketLost')}>
          <Icon path={mdiLanDisconnect} size={16} />
          <span className={classes.labels}>{text('error.socketLost')}</span>
        </span>
      )}
    </div>
  );
}
