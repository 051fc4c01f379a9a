import type { Alarm } from '@atalaia/contract/desk/alarm';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { useLeaveQuestion } from '../../../lib/leaving/use-leave-question.ts';
import { useUserId } from '../../../lib/session/session-context.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ChoiceList } from '../../../ui/field/choice-list.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { Question } from '../../../ui/window/question.tsx';
import { listColleagues, pass, release } from '../desk-calls.ts';
import classes from '../desk-lists.module.css';
import { refusedText } from '../refused.ts';
import { useTakeIn } from '../use-take-alarm.ts';

interface PassDialogProps {
  readonly alarm: Alarm;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const toQueue = 'queue';

/** Passes it on to a colleague on duty, with a note, or gives it back to the queue (DESK-06). */
export function PassDialog({ alarm, onDone, onClose }: PassDialogProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const userId = useUserId();
  const takeIn = useTakeIn();
  const [to, setTo] = useState<string>(toQueue);
  const [note, setNote] = useState('');
  const colleagues = useQuery({
    queryKey: ['desk-operators', 'on-duty'],
    queryFn: ({ signal }) => listColleagues(api, signal),
  });
  const isTyped = note.trim() !== '';
  const leave = useLeaveQuestion(isTyped);
  const close = () => (isTyped ? leaveGuard.leave(onClose) : onClose());
  const save = useWrite({
    // The live channel may say so before the answer comes, and this dialog be gone: the answer counts all the same.
    write: (writer) =>
      to === toQueue
        ? release(writer, alarm, note.trim() || undefined)
        : pass(writer, alarm, { userId: Number(to), note: note.trim() }),
    onSuccess(detail) {
      leave.release();
      takeIn(detail);
      onDone();
    },
  });
  const isMissing = to !== toQueue && note.trim() === '';
  return (
    <Dialog opened title={text('desk.pass')} closeLabel={text('action.close')} onClose={close}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isMissing) save.mutate();
        }}
      >
        <QueryView
          query={colleagues}
          failure={(error) => failureMessage(error, text)}
          waiting={<Skeleton height={80} />}
        >
          {(all) => (
            <ChoiceList
              label={text('desk.passTo')}
              choices={[
                { value: toQueue, label: text('desk.toQueue') },
                ...all
                  .filter((one) => one.userId !== userId)
                  .map((one) => ({
                    value: String(one.userId),
                    label: text('desk.colleague', { name: one.name, count: one.holds.length }),
                  })),
              ]}
              chosen={to}
              onChoose={setTo}
            />
          )}
        </QueryView>
        <TextArea
          label={text(to === toQueue ? 'desk.note' : 'desk.passNote')}
          required={to !== toQueue}
          data-autofocus
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {save.isError && (
          <FormRefusal reason={refusedText(save.error, text, formats)} retryLabel={undefined} />
        )}
        <DialogFoot>
          <Button onClick={close}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={save.isPending} disabled={isMissing}>
            {text(to === toQueue ? 'desk.toQueue' : 'desk.pass')}
          </Button>
        </DialogFoot>
      </form>
      {leave.question && <Question {...leave.question} />}
    </Dialog>
  );
}
