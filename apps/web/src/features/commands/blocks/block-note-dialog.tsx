import type { Block } from '@atalaia/contract/block/block';
import { useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { refusedWords } from './block-words.ts';
import classes from './blocks.module.css';
import { actOnBlock } from './blocks-api.ts';

interface BlockNoteDialogProps {
  readonly block: Block;
  readonly act: 'refuse' | 'alone' | 'withdraw';
  readonly onClose: () => void;
}

const done = { refuse: 'block.refused', alone: 'block.confirmed', withdraw: 'block.withdrawn' } as const;

/** Refusing, continuing alone and cancelling ask for a reason, which the history records. */
export function BlockNoteDialog({ block, act, onClose }: BlockNoteDialogProps) {
  const texts = useTexts();
  const { text } = texts;
  const [reason, setReason] = useState('');
  const save = useWrite({
    ofForm: true,
    write: (api) => actOnBlock(api, { block, act, reason: reason.trim() }),
    onSuccess() {
      toasts.show('success', text(done[act]));
      onClose();
    },
  });
  return (
    <Dialog opened title={text(`block.${act}`)} closeLabel={text('action.close')} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim()) save.mutate();
        }}
      >
        <TextArea
          label={text(act === 'alone' ? 'block.aloneReason' : 'block.reason')}
          value={reason}
          maxLength={500}
          data-autofocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {save.isError && <FormRefusal {...refusedWords(save.error, texts)} onRetry={() => save.mutate()} />}
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={save.isPending} disabled={reason.trim() === ''}>
            {text(`block.${act}`)}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
