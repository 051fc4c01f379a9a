import type { ImportNoun } from '@atalaia/contract/reports/import';
import { mdiUpload } from '@mdi/js';
import { useState } from 'react';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Dialog } from '../../ui/window/dialog.tsx';
import type { ListTool, ListToolProps } from '../resource.ts';
import { ImportDialog } from './import-dialog.tsx';
import { importNouns } from './import-noun.ts';

/** Lists fill themselves from a spreadsheet. */
export const importDevicesTool: ListTool = { key: 'import', writes: true, Tool: ImportDevices };
export const importCustomersTool: ListTool = { key: 'import', writes: true, Tool: ImportCustomers };

function ImportDevices(props: ListToolProps) {
  return <ImportTool {...props} noun="devices" />;
}

function ImportCustomers(props: ListToolProps) {
  return <ImportTool {...props} noun="customers" />;
}

function ImportTool({ noun, onChanged }: ListToolProps & { readonly noun: ImportNoun }) {
  const { text } = useTexts();
  const [opened, setOpened] = useState(false);
  const { title, done } = importNouns[noun];
  const close = () => {
    setOpened(false);
    // what was cancelled on its last step may have been saved all the same
    onChanged();
  };
  return (
    <>
      <IconButton outlined size={34} name={text(title)} icon={mdiUpload} onClick={() => setOpened(true)} />
      {opened && (
        <Dialog opened width={1040} title={text(title)} closeLabel={text('action.close')} onClose={close}>
          <ImportDialog
            noun={noun}
            onCancel={close}
            onSaved={(created) => {
              close();
              toasts.show('success', text(done, { count: created }));
            }}
          />
        </Dialog>
      )}
    </>
  );
}
