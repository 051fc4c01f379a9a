import type { Block } from '@atalaia/contract/block/block';
import { useEffect, useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { BlockNoteDialog } from './block-note-dialog.tsx';
import { refusedWords } from './block-words.ts';
import classes from './blocks.module.css';
import { actOnBlock, useBlocks } from './blocks-api.ts';

/**
 * The question to the second person, wherever he is in the interface (BLOCK-02); and what became of a block, to everybody who asked
 * for it (BLOCK-04).
 */
export function BlockQuestion() {
  useManagementTexts();
  const session = useSession();
  const isSupervisor = useDeskRole() === 'supervisor';
  const myId = session.phase === 'signed-in' ? session.person.id : 0;
  const { data = [] } = useBlocks('open', isSupervisor);
  const [later, put] = useState<readonly number[]>([]);
  useOutcomes(myId, isSupervisor);
  if (!isSupervisor) return null;
  const asked = data.find(
    ({ id, state, confirmUntil, askedBy }) =>
      state === 'requested' && confirmUntil !== null && askedBy !== myId && !later.includes(id),
  );
  return asked && <Question key={asked.id} block={asked} onLater={() => put([...later, asked.id])} />;
}

/** A refusal is sent to the person who asked; a contradiction to the supervisors too. */
function useOutcomes(myId: number, isSupervisor: boolean): void {
  const { feed } = useLive();
  const { text } = useTexts();
  useEffect(
    () =>
      feed.onBlocks((blocks) => {
        for (const { state, askedBy, deviceName: name } of blocks) {
          const isMine = askedBy === myId;
          if (state === 'unanswered' && isMine) {
            toasts.show('failure', text('block.tellUnanswered', { name }));
          } else if (state === 'contradicted' && (isMine || isSupervisor)) {
            toasts.show('failure', text('block.tellContradicted', { name }));
          }
        }
      }),
    [feed, text, myId, isSupervisor],
  );
}

function Question({ block, onLater }: { readonly block: Block; readonly onLater: () => void }) {
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
