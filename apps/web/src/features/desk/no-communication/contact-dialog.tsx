import { type SilentDevice, silentDeviceSchema } from '@atalaia/contract/desk/no-communication';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useUserId } from '../../../lib/session/session-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import classes from '../desk-lists.module.css';
import { refusedText } from '../refused.ts';

interface ContactDialogProps {
  readonly device: SilentDevice;
  readonly onClose: () => void;
}

const hourMs = 3_600_000;
/** Until the next contact, hours; 0 is none. */
const waits = ['keep', '0', '2', '24', '48', '168'] as const;

/** Why a vehicle is silent, when its customer is called again, and who has it. */
export function ContactDialog({ device, onClose }: ContactDialogProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const queries = useQueryClient();
  const userId = useUserId();
  const [reason, setReason] = useState(device.reason ?? '');
  const [wait, setWait] = useState<string>('keep');
  const save = useWrite({
    ofForm: true,
    write: (api, who: number) =>
      api.json(
        {
          method: 'PUT',
          path: `no-communication/${device.deviceId}`,
          json: {
            reason: reason.trim() || null,
            userId: who,
            ...(wait !== 'keep' && {
              nextContactAt: wait === '0' ? null : new Date(Date.now() + Number(wait) * hourMs).toISOString(),
            }),
          },
        },
        silentDeviceSchema,
      ),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: ['no-communication'] });
      onClose();
    },
  });
  return (
    <Dialog
      opened
      title={text('desk.editContact', { name: device.deviceName })}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(userId);
        }}
      >
        <TextField
          data-autofocus
          label={text('desk.reason')}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <SelectField
          labelled
          label={text('desk.nextContact')}
          options={waits.map((value) => ({
            value,
            label:
              value === 'keep'
                ? device.nextContactAt
                  ? formats.dateTime(device.nextContactAt)
                  : text('desk.noContact')
                : value === '0'
                  ? text('desk.noContact')
                  : text('desk.inHours', { count: Number(value) }),
          }))}
          chosen={wait}
          onChoose={(value) => setWait(value ?? wait)}
        />
        {save.isError && (
          <FormRefusal reason={refusedText(save.error, text, formats)} retryLabel={undefined} />
        )}
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={save.isPending}>
            {text('desk.saveAndHave')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
