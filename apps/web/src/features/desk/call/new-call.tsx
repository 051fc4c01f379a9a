import { alarmDetailSchema, callReasonSchema } from '@atalaia/contract/desk/alarm';
import { useState } from 'react';
import type { z } from 'zod';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { useLeaveQuestion } from '../../../lib/leaving/use-leave-question.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { ChoiceList } from '../../../ui/field/choice-list.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { Question } from '../../../ui/window/question.tsx';
import { refusedText } from '../refused.ts';
import { useTakeIn } from '../use-take-alarm.ts';
import classes from './new-call.module.css';
import { SubjectFields, useSubjectChoice } from './subject-choice.tsx';

interface NewCallProps {
  readonly onOpened: (alarmId: number) => void;
  readonly onClose: () => void;
}

/** "Novo atendimento": F4, the plate, Tab, the reason, Enter; the first vehicle found is chosen by itself (DESK-15). */
export function NewCall({ onOpened, onClose }: NewCallProps) {
  useManagementTexts();
  const { text } = useTexts();
  const formats = useFormats();
  const takeIn = useTakeIn();
  const subject = useSubjectChoice();
  const [reason, setReason] = useState<z.infer<typeof callReasonSchema>>('reportedTheft');
  const [callerName, setCallerName] = useState('');
  const [callerPhone, setCallerPhone] = useState('');
  const isTyped = [callerName, callerPhone].some((typed) => typed.trim() !== '');
  const leave = useLeaveQuestion(isTyped);
  const close = () => (isTyped ? leaveGuard.leave(onClose) : onClose());
  const open = useWrite({
    ofForm: true,
    write: (api) =>
      api.json(
        {
          method: 'POST',
          path: 'alarms',
          json: {
            reason,
            ...(subject.deviceId !== undefined && { deviceId: subject.deviceId }),
            ...(callerName.trim() && { callerName: callerName.trim() }),
            ...(callerPhone.trim() && { callerPhone: callerPhone.trim() }),
          },
        },
        alarmDetailSchema,
      ),
    onSuccess(alarm) {
      leave.release();
      takeIn(alarm);
      onOpened(alarm.id);
    },
  });

  return (
    <Dialog opened width={560} title={text('desk.newCall')} closeLabel={text('action.close')} onClose={close}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          // What is typed is still looked for: the vehicle of before would be opened.
          if (!subject.isBehind) open.mutate();
        }}
      >
        <SubjectFields choice={subject} without={text('desk.noVehicleYet')} />
        <ChoiceList
          columns
          label={text('desk.callReason')}
          choices={callReasonSchema.options.map((value) => ({ value, label: text(`callReason.${value}`) }))}
          chosen={reason}
          onChoose={setReason}
        />
        <div className={classes.caller}>
          <TextField
            dense
            label={text('desk.callerName')}
            value={callerName}
            onChange={({ currentTarget }) => setCallerName(currentTarget.value)}
          />
          <TextField
            dense
            label={text('desk.callerPhone')}
            inputMode="tel"
            value={callerPhone}
            onChange={({ currentTarget }) => setCallerPhone(currentTarget.value)}
          />
        </div>
        {open.isError && (
          <FormRefusal reason={refusedText(open.error, text, formats)} retryLabel={undefined} />
        )}
        <DialogFoot>
          <Button onClick={close}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={open.isPending} disabled={subject.isBehind}>
            {text('desk.openCall')}
          </Button>
        </DialogFoot>
      </form>
      {leave.question && <Question {...leave.question} />}
    </Dialog>
  );
}
