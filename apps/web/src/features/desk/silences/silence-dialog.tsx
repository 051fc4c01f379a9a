import { silenceReasonSchema, silenceSchema } from '@atalaia/contract/desk/silence';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { ChoiceList } from '../../../ui/field/choice-list.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { DialogFoot } from '../../../ui/window/dialog-foot.tsx';
import classes from '../desk-lists.module.css';
import { refusedText } from '../refused.ts';

interface SilenceDialogProps {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly onClose: () => void;
}

/** A device is silenced for at most a day, hours. */
const spans = ['1', '2', '4', '8', '12', '23'] as const;
const hourMs = 3_600_000;

/** "Silenciar": its events are stored and open no alarm for a while; SOS does (DESK-16). */
export function SilenceDialog({ deviceId, deviceName, onClose }: SilenceDialogProps) {
  useManagementTexts();
  const { text } = useTexts();
  const formats = useFormats();
  const queries = useQueryClient();
  const { desk } = useLive();
  const [reason, setReason] = useState<z.infer<typeof silenceReasonSchema>>('workshop');
  const [hours, setHours] = useState<string>('4');
  const [note, setNote] = useState('');
  const save = useWrite({
    ofForm: true,
    write: (api) =>
      api.json(
        {
          method: 'POST',
          path: 'silences',
          json: {
            deviceId,
            reason,
            until: new Date(Date.now() + desk.get().clockMs + Number(hours) * hourMs).toISOString(),
            ...(note.trim() && { note: note.trim() }),
          },
        },
        silenceSchema,
      ),
    onSuccess({ until }) {
      void queries.invalidateQueries({ queryKey: ['silences'] });
      toasts.show('success', text('desk.silencedUntil', { date: formats.dateTime(until) }));
      onClose();
    },
  });
  return (
    <Dialog
      opened
      title={text('desk.silenceOf', { name: deviceName })}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <p className={classes.note}>{text('desk.silenceHint')}</p>
        <ChoiceList
          label={text('desk.reason')}
          choices={silenceReasonSchema.options.map((value) => ({
            value,
            label: text(`silenceReason.${value}`),
          }))}
          chosen={reason}
          onChoose={setReason}
        />
        <SelectField
          labelled
          label={text('desk.silenceFor')}
          options={spans.map((value) => ({ value, label: text('desk.hours', { count: Number(value) }) }))}
          chosen={hours}
          onChoose={(value) => setHours(value ?? hours)}
        />
        <TextField
          label={text('desk.note')}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {save.isError && (
          <FormRefusal reason={refusedText(save.error, text, formats)} retryLabel={undefined} />
        )}
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={save.isPending}>
            {text('desk.silence')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
