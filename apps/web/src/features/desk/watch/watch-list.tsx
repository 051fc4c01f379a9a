import { watchedDeviceSchema } from '@atalaia/contract/desk/shift';
import { mdiEyeOutline } from '@mdi/js';
import { useState } from 'react';
import { useWatched, useWatchedQuery, watchedKey } from '../../../lib/desk/use-watched-devices.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import classes from '../desk-lists.module.css';
import { UntilDialog } from '../until/until-dialog.tsx';
import { UntilList } from '../until/until-list.tsx';

interface WatchDialogProps {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly onClose: () => void;
}

/** "Vigiar": the vehicle needs an eye, with a reason and until an end (SHIFT-03). */
export function WatchDialog({ deviceId, deviceName, onClose }: WatchDialogProps) {
  useManagementTexts();
  const { text } = useTexts();
  const before = useWatched(deviceId);
  const [reason, setReason] = useState(before?.reason ?? '');
  return (
    <UntilDialog
      what={{
        ...{ title: text('desk.watchOf', { name: deviceName }), hint: 'desk.watchHint' },
        ...{ path: 'watched-devices', schema: watchedDeviceSchema, queryKey: watchedKey },
        ...{ forLabel: 'desk.watchFor', spans: ['1', '4', '12', '24', '72', '168'], span: '12' },
        ...{ actLabel: 'panel.watch', done: 'desk.watchedUntil' },
        input: reason.trim() === '' ? null : { deviceId, reason: reason.trim() },
        before: before && { id: before.id, endLabel: 'desk.endWatch', ended: 'desk.watchEnded' },
      }}
      onClose={onClose}
    >
      <TextField
        label={text('desk.reason')}
        value={reason}
        maxLength={500}
        required
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </UntilDialog>
  );
}

/** Vehicles that need an eye, each with why and until when (SHIFT-03). */
export function WatchView({ onDevice }: { readonly onDevice: (deviceId: number) => void }) {
  return (
    <UntilList
      title="desk.watched"
      query={useWatchedQuery()}
      queryKey={watchedKey}
      path="watched-devices"
      whatTitle="desk.vehicle"
      what={({ deviceId, deviceName }) => (
        <button type="button" className={classes.open} onClick={() => onDevice(deviceId)}>
          {deviceName}
        </button>
      )}
      reason={({ reason }) => reason}
      endLabel="desk.endWatch"
      empty={{ icon: mdiEyeOutline, hint: 'desk.noneWatched' }}
    />
  );
}
