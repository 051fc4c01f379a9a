import { silenceReasonSchema, silenceSchema } from '@atalaia/contract/desk/silence';
import { mdiBellOffOutline } from '@mdi/js';
import { useState } from 'react';
import type { z } from 'zod';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { silencesKey, useSilencesQuery } from '../../../live/desk/use-silences.ts';
import { ChoiceList } from '../../../ui/field/choice-list.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { UntilDialog } from '../until/until-dialog.tsx';
import { UntilList } from '../until/until-list.tsx';

interface SilenceDialogProps {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly onClose: () => void;
}

/** "Silenciar": its events are stored and open no alarm for a while, a day at most; SOS does (DESK-16). */
export function SilenceDialog({ deviceId, deviceName, onClose }: SilenceDialogProps) {
  useManagementTexts();
  const { text } = useTexts();
  const [reason, setReason] = useState<z.infer<typeof silenceReasonSchema>>('workshop');
  const [note, setNote] = useState('');
  return (
    <UntilDialog
      what={{
        ...{ title: text('desk.silenceOf', { name: deviceName }), hint: 'desk.silenceHint' },
        ...{ path: 'silences', schema: silenceSchema, queryKey: silencesKey },
        ...{ forLabel: 'desk.silenceFor', spans: ['1', '2', '4', '8', '12', '23'], span: '4' },
        ...{ actLabel: 'desk.silence', done: 'desk.silencedUntil' },
        input: { deviceId, reason, ...(note.trim() && { note: note.trim() }) },
      }}
      onClose={onClose}
    >
      <ChoiceList
        label={text('desk.reason')}
        choices={silenceReasonSchema.options.map((value) => ({
          value,
          label: text(`silenceReason.${value}`),
        }))}
        chosen={reason}
        onChoose={setReason}
      />
      <TextField
        label={text('desk.note')}
        value={note}
        maxLength={1000}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </UntilDialog>
  );
}

/** Vehicles and customers whose events open no alarm for now, each with why and until when (DESK-16). */
export function SilencesView() {
  const { text } = useTexts();
  return (
    <UntilList
      title="desk.silences"
      query={useSilencesQuery()}
      queryKey={silencesKey}
      path="silences"
      whatTitle="desk.vehicleOrCustomer"
      what={({ deviceName, plate, customerName }) => vehicleText(deviceName ?? customerName, plate)}
      reason={({ reason, note }) => [text(`silenceReason.${reason}`), note].filter(Boolean).join(': ')}
      endLabel="desk.endSilence"
      empty={{ icon: mdiBellOffOutline, hint: 'desk.noSilences' }}
    />
  );
}
