import { mdiLinkVariant } from '@mdi/js';
import { useState } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { useWhoFills } from '../form/use-who-fills.ts';
import type { ListTool, ListToolProps } from '../register.ts';
import { paymentProviderOf } from './payment-words.ts';
import { UnmatchedView } from './unmatched-view.tsx';

/** Customers who have no other at the payment provider, for people whose account names one (PAY-01). */
export const unmatchedTool: ListTool = { key: 'unmatched', writes: true, Tool: UnmatchedTool };

function UnmatchedTool({ onChanged }: ListToolProps) {
  const { text } = useTexts();
  const person = useWhoFills()?.person;
  const [opened, setOpened] = useState(false);
  if (!person || paymentProviderOf(person) === undefined) return null;
  const close = () => {
    setOpened(false);
    onChanged();
  };
  const title = text('payment.unmatched');
  return (
    <>
      <IconButton outlined size={34} name={title} icon={mdiLinkVariant} onClick={() => setOpened(true)} />
      {opened && (
        <Dialog opened width={1040} title={title} closeLabel={text('action.close')} onClose={close}>
          <UnmatchedView />
        </Dialog>
      )}
    </>
  );
}
