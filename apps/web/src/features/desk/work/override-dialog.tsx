import { useState } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';

interface OverrideDialogProps {
  /** Which steps are open. */
  readonly reason: string;
  readonly busy: boolean;
  readonly onAct: (overrideReason: string) => void;
  readonly onClose: () => void;
}

/** A supervisor closes although required steps are open, and says why (DESK-08). */
export function OverrideDialog({ reason, busy, onAct, onClose }: OverrideDialogProps) {
  const { text } = useTexts();
  const [why, setWhy] = useState('');
  return (
    <Dialog opened title={text('desk.overrideTitle')} closeLabel={text('action.close')} onClose={onClose}>
      <p>{reason}</p>
      <TextArea
        label={text('desk.overrideReason')}
        data-autofocus
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
      <DialogFoot>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button kind="danger" busy={busy} disabled={why.trim() === ''} onClick={() => onAct(why.trim())}>
          {text('desk.overrideAct')}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
