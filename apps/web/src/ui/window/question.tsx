import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';
import classes from './question.module.css';

interface QuestionProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly cancelLabel: string;
  /** Of the button that does it. */
  readonly actLabel: string;
  readonly busy: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
  /** The question itself. */
  readonly children: ReactNode;
}

/** Asks before something is done that cannot be taken back. */
export function Question({
  title,
  closeLabel,
  cancelLabel,
  actLabel,
  busy,
  onAct,
  onClose,
  children,
}: QuestionProps) {
  return (
    <Dialog opened title={title} closeLabel={closeLabel} onClose={() => !busy && onClose()}>
      <p>{children}</p>
      <div className={classes.buttons}>
        <Button disabled={busy} onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button kind="danger" busy={busy} onClick={onAct}>
          {actLabel}
        </Button>
      </div>
    </Dialog>
  );
}
