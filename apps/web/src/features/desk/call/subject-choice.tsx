import { type AlarmSubject, alarmSubjectSchema } from '@atalaia/contract/desk/alarm-acts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { ChoiceList } from '../../../ui/field/choice-list.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';

/** The server asks for so many characters before it looks. */
const shortest = 2;
const pauseMs = 200;
const noVehicle = 'none';

type SubjectChoice = ReturnType<typeof useSubjectChoice>;

/** The vehicle that a call is about, as it is looked for; the first one found is chosen by itself. */
export function useSubjectChoice() {
  const [keyword, setKeyword] = useState('');
  const [picked, pick] = useState<string | null>(null);
  const { data: found = [], error, isBehind } = useSubjects(keyword);
  const chosen = picked ?? (found[0] ? String(found[0].deviceId) : noVehicle);
  return {
    ...{ keyword, found, error, isBehind, chosen, pick },
    /** It was looked for. */
    isFound: keyword.trim().length >= shortest && !isBehind && !error,
    /** Undefined: none. */
    deviceId: chosen === noVehicle ? undefined : Number(chosen),
    type(text: string) {
      setKeyword(text);
      pick(null);
    },
  };
}

interface SubjectFieldsProps {
  readonly choice: SubjectChoice;
  /** What is offered beside the vehicles; undefined: one has to be chosen. */
  readonly without?: string;
}

export function SubjectFields({ choice, without }: SubjectFieldsProps) {
  const { text } = useTexts();
  const { keyword, type, found, error, chosen, pick } = choice;
  const choices = [
    ...found.map((subject) => ({ value: String(subject.deviceId), label: labelOf(subject, text) })),
    ...(without ? [{ value: noVehicle, label: without }] : []),
  ];
  return (
    <>
      <TextField
        dense
        data-autofocus
        label={text('desk.callOf')}
        placeholder={text('desk.callOfHint')}
        value={keyword}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        error={error ? failureText(error, text) : undefined}
      />
      {choices.length > 0 && (
        <ChoiceList label={text('desk.vehicle')} choices={choices} chosen={chosen} onChoose={pick} />
      )}
    </>
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
