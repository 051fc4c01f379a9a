import type { Alarm } from '@atalaia/contract/desk/alarm';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { SubjectFields, useSubjectChoice } from '../call/subject-choice.tsx';
import { giveVehicle } from '../desk-calls.ts';
import classes from '../desk-lists.module.css';
import { refusedText } from '../refused.ts';
import { useTakeIn } from '../use-take-alarm.ts';

interface VehicleDialogProps {
  readonly alarm: Alarm;
  readonly onClose: () => void;
}

/** Which vehicle a call is about, once who called has said so (DESK-15). */
export function VehicleDialog({ alarm, onClose }: VehicleDialogProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const takeIn = useTakeIn();
  const subject = useSubjectChoice();
  const { deviceId } = subject;
  const isReady = deviceId !== undefined && !subject.isBehind;
  const save = useWrite({
    ofForm: true,
    write: (api, id: number) => giveVehicle(api, alarm, id),
    onSuccess(detail) {
      takeIn(detail);
      onClose();
    },
  });
  return (
    <Dialog opened title={text('desk.giveVehicle')} closeLabel={text('action.close')} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) save.mutate(deviceId);
        }}
      >
        <SubjectFields choice={subject} />
        {subject.found.length === 0 && subject.isFound && (
          <p className={classes.note}>{text('selector.empty')}</p>
        )}
        {save.isError && (
          <FormRefusal reason={refusedText(save.error, text, formats)} retryLabel={undefined} />
        )}
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={save.isPending} disabled={!isReady}>
            {text('desk.giveVehicle')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
