import { alarmDetailSchema, callReasonSchema } from '@atalaia/contract/desk/alarm';
import { type AlarmSubject, alarmSubjectSchema } from '@atalaia/contract/desk/alarm-acts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { ChoiceList } from '../../../ui/field/choice-list.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { refusedText } from '../refused.ts';
import { useTakeIn } from '../use-take-alarm.ts';
import classes from './new-call.module.css';

interface NewCallProps {
  readonly onOpened: (alarmId: number) => void;
  readonly onClose: () => void;
}

/** The server asks for so many characters before it looks. */
const shortest = 2;
const pauseMs = 200;
const noVehicle = 'none';

/** "Novo atendimento": F4, the plate, Tab, the reason, Enter; the first vehicle found is chosen by itself (DESK-15). */
export function NewCall({ onOpened, onClose }: NewCallProps) {
  useManagementTexts();
  const { text } = useTexts();
  const formats = useFormats();
  const takeIn = useTakeIn();
  const [keyword, setKeyword] = useState('');
  const [picked, pick] = useState<string | null>(null);
  const [reason, setReason] = useState<z.infer<typeof callReasonSchema>>('reportedTheft');
  const [callerName, setCallerName] = useState('');
  const [callerPhone, setCallerPhone] = useState('');
  const subjects = useSubjects(keyword);
  const found = subjects.data ?? [];
  const chosen = picked ?? (found[0] ? String(found[0].deviceId) : noVehicle);
  const open = useWrite({
    ofForm: true,
    write: (api) =>
      api.json(
        {
          method: 'POST',
          path: 'alarms',
          json: {
            reason,
            ...(chosen !== noVehicle && { deviceId: Number(chosen) }),
            ...(callerName.trim() && { callerName: callerName.trim() }),
            ...(callerPhone.trim() && { callerPhone: callerPhone.trim() }),
          },
        },
        alarmDetailSchema,
      ),
    onSuccess(alarm) {
      takeIn(alarm);
      onOpened(alarm.id);
    },
  });

  return (
    <Dialog
      opened
      width={560}
      title={text('desk.newCall')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          // What is typed is still looked for: the vehicle of before would be opened.
          if (!subjects.isBehind) open.mutate();
        }}
      >
        <TextField
          data-autofocus
          label={text('desk.callOf')}
          placeholder={text('desk.callOfHint')}
          value={keyword}
          onChange={({ currentTarget }) => {
            setKeyword(currentTarget.value);
            pick(null);
          }}
          error={subjects.error ? failureText(subjects.error, text) : undefined}
        />
        <ChoiceList
          label={text('desk.vehicle')}
          choices={[
            ...found.map((subject) => ({ value: String(subject.deviceId), label: labelOf(subject, text) })),
            { value: noVehicle, label: text('desk.noVehicleYet') },
          ]}
          chosen={chosen}
          onChoose={pick}
        />
        <ChoiceList
          columns
          label={text('desk.callReason')}
          choices={callReasonSchema.options.map((value) => ({ value, label: text(`callReason.${value}`) }))}
          chosen={reason}
          onChoose={setReason}
        />
        <div className={classes.caller}>
          <TextField
            label={text('desk.callerName')}
            value={callerName}
            onChange={({ currentTarget }) => setCallerName(currentTarget.value)}
          />
          <TextField
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
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={open.isPending} disabled={subjects.isBehind}>
            {text('desk.openCall')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Vehicles by plate, phone, CPF, CNPJ or name; `isBehind` while they are not yet those of what is typed. */
function useSubjects(typed: string) {
  const api = useApi();
  const keyword = typed.trim();
  const [asked] = useDebouncedValue(keyword, pauseMs);
  const query = useQuery({
    queryKey: ['alarm-subjects', asked],
    queryFn: ({ signal }) =>
      api.json({ path: 'alarms/subjects', query: { keyword: asked }, signal }, z.array(alarmSubjectSchema)),
    enabled: asked.length >= shortest,
  });
  const isBehind = keyword.length >= shortest && (asked !== keyword || query.isPending);
  return { data: keyword.length >= shortest ? query.data : undefined, error: query.error, isBehind };
}

function labelOf(
  { deviceName, plate, customerName, openAlarmId }: AlarmSubject,
  text: ReturnType<typeof useTexts>['text'],
): string {
  const parts = [vehicleText(deviceName, plate), customerName, openAlarmId !== null && text('desk.hasAlarm')];
  return parts.filter(Boolean).join(' · ');
}
