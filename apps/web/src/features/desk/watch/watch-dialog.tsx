import { watchedDeviceSchema } from '@atalaia/contract/desk/shift';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useWatched, watchedKey } from '../../../lib/desk/use-watched-devices.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { DialogFoot } from '../../../ui/window/dialog-foot.tsx';
import classes from '../desk-lists.module.css';
import { refusedText } from '../refused.ts';

interface WatchDialogProps {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly onClose: () => void;
}

const spans = ['1', '4', '12', '24', '72', '168'] as const;
const hourMs = 3_600_000;

/** "Vigiar": the vehicle needs an eye, with a reason and until an end (SHIFT-03). */
export function WatchDialog({ deviceId, deviceName, onClose }: WatchDialogProps) {
  useManagementTexts();
  const { text } = useTexts();
  const formats = useFormats();
  const queries = useQueryClient();
  const { desk } = useLive();
  const before = useWatched(deviceId);
  const [reason, setReason] = useState(before?.reason ?? '');
  const [hours, setHours] = useState<string>('12');
  const settled = (said: string) => {
    void queries.invalidateQueries({ queryKey: watchedKey });
    toasts.show('success', said);
    onClose();
  };
  const save = useWrite({
    ofForm: true,
    write: (api) => {
      const until = new Date(Date.now() + desk.get().clockMs + Number(hours) * hourMs).toISOString();
      const json = { deviceId, reason: reason.trim(), until };
      return api.json({ method: 'POST', path: 'watched-devices', json }, watchedDeviceSchema);
    },
    onSuccess: ({ until }) => settled(text('desk.watchedUntil', { date: formats.dateTime(until) })),
  });
  const end = useWrite({
    ofForm: true,
    write: (api) => api.send({ method: 'DELETE', path: `watched-devices/${before?.id ?? 0}` }),
    onSuccess: () => settled(text('desk.watchEnded')),
  });
  const refusal = save.error ?? end.error;
  return (
    <Dialog
      opened
      title={text('desk.watchOf', { name: deviceName })}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '') save.mutate();
        }}
      >
        <p className={classes.note}>{text('desk.watchHint')}</p>
        <TextField
          label={text('desk.reason')}
          value={reason}
          maxLength={500}
          required
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <SelectField
          labelled
          label={text('desk.watchFor')}
          options={spans.map((value) => ({ value, label: text('desk.hours', { count: Number(value) }) }))}
          chosen={hours}
          onChoose={(value) => setHours(value ?? hours)}
        />
        {refusal && <FormRefusal reason={refusedText(refusal, text, formats)} retryLabel={undefined} />}
        <DialogFoot>
          {before && (
            <Button busy={end.isPending} onClick={() => end.mutate()}>
              {text('desk.endWatch')}
            </Button>
          )}
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={save.isPending} disabled={reason.trim() === ''}>
            {text('panel.watch')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
