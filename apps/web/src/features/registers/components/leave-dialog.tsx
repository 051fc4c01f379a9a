import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import classes from './question.module.css';

interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks once before what was typed goes. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const { text } = useTexts();
  return (
    <Dialog opened title={text('form.unsavedTitle')} closeLabel={text('action.close')} onClose={onStay}>
      <p>{text('form.unsaved')}</p>
      <div className={classes.buttons}>
        <Button first onClick={onStay}>
          {text('form.goOnEditing')}
        </Button>
        <Button kind="danger" onClick={onLeave}>
          {text('form.discard')}
        </Button>
      </div>
    </Dialog>
  );
}
