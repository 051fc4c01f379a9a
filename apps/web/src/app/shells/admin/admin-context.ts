import { useOutletContext } from 'react-router';
import type { useTakeAlarm } from '../../../features/desk/use-take-alarm.ts';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import type { MapCore } from '../../../map/map-api.ts';

/** What the admin shell gives the views that are over its map. */
export interface AdminContext {
  readonly core: MapCore;
  readonly fleet: Fleet;
  /** Over a report it holds that one's filter. */
  readonly openReportDialog: () => void;
  /** What is done at the alarm desk from anywhere. */
  readonly desk: Pick<ReturnType<typeof useTakeAlarm>, 'take' | 'takeNext'> & {
    readonly open: (alarmId: number) => void;
    readonly openCall: () => void;
  };
}

export function useAdminContext(): AdminContext {
  return useOutletContext<AdminContext>();
}
