import { mdiUpload } from '@mdi/js';
import { useState } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import type { ListToolProps } from '../register.ts';
import { ImportDialog } from './import-dialog.tsx';

/** Several geofences out of a file (GEO-01). */
export function ImportGeofences({ onChanged }: ListToolProps) {
  const { text } = useTexts();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <IconButton
        outlined
        name={text('geofenceFile.import')}
        icon={mdiUpload}
        onClick={() => setOpened(true)}
      />
      {opened && (
        <Dialog
          opened
          width={560}
          title={text('geofenceFile.importTitle')}
          closeLabel={text('action.close')}
          onClose={() => setOpened(false)}
        >
          <ImportDialog
            onDone={() => {
              setOpened(false);
              onChanged();
            }}
            onCancel={() => setOpened(false)}
          />
        </Dialog>
      )}
    </>
  );
}
