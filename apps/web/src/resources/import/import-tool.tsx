import { mdiUpload } from '@mdi/js';
import { useState } from 'react';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Dialog } from '../../ui/window/dialog.tsx';
import type { ListTool, ListToolProps } from '../resource.ts';
import { ImportDialog } from './import-dialog.tsx';
import type { ImportSource } from './use-import.ts';

/** An import as a noun describes it. */
interface ImportSpec extends ImportSource {
  readonly title: TextKey;
  /** The toast after the import; its `count` is the number of new rows. */
  readonly done: TextKey;
}

/** Fills a list from a spreadsheet. */
export function importTool(spec: ImportSpec): ListTool {
  return { key: 'import', writes: true, render: (props) => <ImportButton {...props} spec={spec} /> };
}

function ImportButton({ spec, onChanged }: ListToolProps & { readonly spec: ImportSpec }) {
  const { text } = useTexts();
  const [opened, setOpened] = useState(false);
  const title = text(spec.title);
  const close = () => {
    setOpened(false);
    // an import that was cancelled at its last step may have been saved
    onChanged();
  };
  return (
    <>
      <Button icon={mdiUpload} onClick={() => setOpened(true)}>
        {title}
      </Button>
      {opened && (
        <Dialog opened width={1040} title={title} closeLabel={text('action.close')} onClose={close}>
          <ImportDialog
            source={spec}
            onCancel={close}
            onSaved={(created) => {
              close();
              toasts.show('success', text(spec.done, { count: created }));
            }}
          />
        </Dialog>
      )}
    </>
  );
}
