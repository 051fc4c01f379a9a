import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog, DialogFoot } from './dialog.tsx';

export interface QuestionProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly cancelLabel: string;
  /** Of the button that does it. */
  readonly actLabel: string;
  /** It is being done: nothing else can be requested. */
  readonly busy?: boolean;
  /** It cannot be done, or not yet. */
  readonly disabled?: boolean;
  /** It says much. */
  readonly wide?: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
  /** The question itself, in paragraphs. */
  readonly children: ReactNode;
}

/** Asks before an action that cannot be undone; the default answer does nothing. */
export function Question({
  title,
  closeLabel,
  cancelLabel,
  actLabel,
  busy = false,
  disabled = false,
  wide = false,
  onAct,
  onClose,
  children,
}: QuestionProps) {
  return (
    <Dialog
      opened
      title={title}
      closeLabel={closeLabel}
      width={wide ? 560 : 400}
      onClose={() => !busy && onClose()}
    >
      {children}
      <DialogFoot>
        <Button first disabled={busy} onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button kind="danger" busy={busy} disabled={disabled} onClick={onAct}>
          {actLabel}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
