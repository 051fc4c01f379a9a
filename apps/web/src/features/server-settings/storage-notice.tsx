import { mdiDatabaseAlertOutline } from '@mdi/js';
import { Link } from 'react-router';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './server-view.module.css';
import { storageTrouble, useStorage } from './storage.ts';

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
          {text(`storage.${trouble}`)}
        </Link>
      )}
    </div>
  );
}
