import { mdiEyeOutline } from '@mdi/js';
import { useWatchedQuery, watchedKey } from '../../../lib/desk/use-watched-devices.ts';
import classes from '../desk-lists.module.css';
import { UntilList } from '../until/until-list.tsx';

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
