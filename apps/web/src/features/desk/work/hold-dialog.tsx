import type { Alarm } from '@atalaia/contract/desk/alarm';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { useLeaveQuestion } from '../../../lib/leaving/use-leave-question.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { Question } from '../../../ui/window/question.tsx';
import { hold, listHoldReasons } from '../desk-calls.ts';
import classes from '../desk-lists.module.css';
import { refusedText } from '../refused.ts';
import { useTakeIn } from '../use-take-alarm.ts';

interface HoldDialogProps {
  readonly alarm: Alarm;
  /** It is held. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** For so long it may be put off, minutes. */
const waits = [5, 10, 15, 30, 60, 120, 240, 480, 720] as const;
const minuteMs = 60_000;

/** "Aguardar": it comes back at its time, with why it was put off (DESK-06). */
export function HoldDialog({ alarm, onDone, onClose }: HoldDialogProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const takeIn = useTakeIn();
  const { desk } = useLive();
  const [minutes, setMinutes] = useState('15');
  const [reasonId, setReasonId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const { data: reasons } = useQuery({
    queryKey: ['hold-reasons'],
    queryFn: ({ signal }) => listHoldReasons(api, signal),
    staleTime: 60_000,
  });
  const chosenId = reasonId ?? (reasons?.[0] ? String(reasons[0].id) : null);
  const isTyped = note.trim() !== '';
  const leave = useLeaveQuestion(isTyped);
  const close = () => (isTyped ? leaveGuard.leave(onClose) : onClose());
  const save = useWrite({
    // The live channel may say so before the answer comes, and this dialog be gone: the answer counts all the same.
    write: (writer) =>
      hold(writer, alarm, {
        // By the server's clock: a browser's may be wrong.
        until: new Date(Date.now() + desk.get().clockMs + Number(minutes) * minuteMs).toISOString(),
        reasonId: Number(chosenId),
        ...(note.trim() && { note: note.trim() }),
      }),
    onSuccess(detail) {
      leave.release();
      takeIn(detail);
      onDone();
    },
  });
  return (
    <Dialog opened title={text('desk.hold')} closeLabel={text('action.close')} onClose={close}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <SelectField
          labelled
          label={text('desk.holdFor')}
          options={waits.map((wait) => ({ value: String(wait), label: waitText(wait, text) }))}
          chosen={minutes}
          onChoose={(value) => setMinutes(value ?? minutes)}
        />
        <SelectField
          labelled
          label={text('desk.reason')}
          options={(reasons ?? []).map(({ id, key, name }) => ({
            value: String(id),
            label: key === null ? name : textOr(`holdReason.${key}`, name),
          }))}
          chosen={chosenId}
          onChoose={setReasonId}
        />
        <TextArea
          label={text('desk.note')}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {save.isError && (
          <FormRefusal reason={refusedText(save.error, text, formats)} retryLabel={undefined} />
        )}
        <DialogFoot>
          <Button onClick={close}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" first busy={save.isPending} disabled={chosenId === null}>
            {text('desk.hold')}
          </Button>
        </DialogFoot>
      </form>
      {leave.question && <Question {...leave.question} />}
    </Dialog>
  );
}

function waitText(minutes: number, text: ReturnType<typeof useTexts>['text']): string {
  return minutes < 60
    ? text('desk.minutes', { count: minutes })
    : text('desk.hours', { count: minutes / 60 });
}
