import { mdiCalendarQuestionOutline, mdiDatabaseAlertOutline } from '@mdi/js';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { createRememberedStore } from '../../lib/store/remembered-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './server-view.module.css';
import { storageTrouble, useStorage } from './storage.ts';

const RetentionDialog = lazy(async () => ({
  default: (await import('./retention-dialog.tsx')).RetentionDialog,
}));

/** Whether this browser has asked for how long data is kept; from then on a notice alone asks. */
const asking = createRememberedStore('atalaia.retention', { isAsked: false });

/** Asks an administrator at his first sign-in for how long data is kept, and tells him on every screen until it is decided (GOV-06). */
function RetentionNotice() {
  const { text } = useTexts();
  const [isOpened, setOpened] = useState(() => !asking.get().isAsked);
  const close = () => {
    asking.set({ isAsked: true });
    setOpened(false);
  };
  return (
    <>
      <button type="button" className={classes.notice} onClick={() => setOpened(true)}>
        <Icon path={mdiCalendarQuestionOutline} size={16} />
        <span>{text('storage.retentionUndecided')}</span>
      </button>
      {isOpened && (
        <Suspense>
          <RetentionDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Tells an administrator on every screen that a disk runs full or that there is no backup; it leads to the screen that says more. */
export function StorageNotice() {
  const { text } = useTexts();
  const { data } = useStorage();
  const trouble = data && storageTrouble(data);
  return (
    <div role="status">
      {trouble && (
        <Link className={classes.notice} to="/admin/manage/server">
          <Icon path={mdiDatabaseAlertOutline} size={16} />
          <span>{text(`storage.${trouble}`)}</span>
        </Link>
      )}
      {data && !trouble && !data.isRetentionDecided && <RetentionNotice />}
    </div>
  );
}
