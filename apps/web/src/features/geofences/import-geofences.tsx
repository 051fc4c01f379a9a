import { mdiUpload } from '@mdi/js';
import { useState } from 'react';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { ListToolProps } from '../../resources/resource.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Dialog } from '../../ui/window/dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { useGeofenceImport } from './use-geofence-import.ts';

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
        <ImportWindow
          onClose={() => setOpened(false)}
          onDone={() => {
            setOpened(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** It stays open while it saves: its result is shown. */
function ImportWindow({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { text } = useTexts();
  const importing = useGeofenceImport(onDone);
  const close = () => {
    if (!importing.isSaving) onClose();
  };
  return (
    <Dialog
      opened
      width={560}
      title={text('geofenceFile.importTitle')}
      closeLabel={text('action.close')}
      onClose={close}
    >
      <ImportDialog importing={importing} onCancel={close} />
    </Dialog>
  );
}
