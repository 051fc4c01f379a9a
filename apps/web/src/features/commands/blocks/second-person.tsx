import type { Block } from '@atalaia/contract/block/block';
import { useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { BlockNoteDialog } from './block-note-dialog.tsx';
import { refusedWords } from './block-words.ts';
import classes from './blocks.module.css';
import { actOnBlock } from './blocks-api.ts';

/** A block that somebody else asked for, and its reason: confirmed, refused, or left for later (BLOCK-02). */
export function SecondPerson({ block, onLater }: { readonly block: Block; readonly onLater: () => void }) {
  useManagementTexts();
  const texts = useTexts();
  const { text, textOr } = texts;
  const formats = useFormats();
  const [isRefusing, refuse] = useState(false);
  // of no form: the news of what it changed may close the question before the answer is here
  const confirm = useWrite({
    write: (api) => actOnBlock(api, { block, act: 'confirm' }),
    onSuccess: () => toasts.show('success', text('block.confirmed')),
  });
  if (isRefusing) return <BlockNoteDialog block={block} act="refuse" onClose={() => refuse(false)} />;
  const { kind, deviceName, plate, askedByName, reason, note, confirmUntil } = block;
  const name = vehicleText(deviceName, plate);
  return (
    <Dialog
      opened
      title={text(kind === 'block' ? 'block.question' : 'block.questionRelease', { name })}
      closeLabel={text('action.close')}
      onClose={onLater}
    >
      <div className={classes.form}>
        <p>
          {text('block.questionText', {
            asker: askedByName,
            reason: textOr(`blockReason.${reason}`, reason),
            time: confirmUntil ? formats.dateTime(confirmUntil) : '',
          })}
        </p>
        {note && <p className={classes.fact}>{note}</p>}
        {confirm.isError && (
          <FormRefusal {...refusedWords(confirm.error, texts)} onRetry={() => confirm.mutate()} />
        )}
        <DialogFoot>
          <Button onClick={onLater}>{text('block.later')}</Button>
          <Button onClick={() => refuse(true)}>{text('block.refuse')}</Button>
          <Button kind="danger" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {text('block.confirm')}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
