import { useOutletContext } from 'react-router';
import type { useTakeAlarm } from '../../../features/desk/use-take-alarm.ts';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import { createRememberedStore } from '../../../lib/store/remembered-store.ts';
import type { MapCore } from '../../../map/map-api.ts';

// Which parts of the admin screen are folded, and which tab is in front, remembered by the browser.

export type SideTab = 'alarms' | 'events' | 'sinisters';

interface AdminWindows {
  readonly railUnfolded: boolean;
  readonly sideFolded: boolean;
  readonly sideTab: SideTab;
  readonly dashboardOpen: boolean;
  /** The vehicles are a list at the left; else a strip along the lower edge. */
  readonly listOpen: boolean;
}

export const adminWindows = createRememberedStore<AdminWindows>('atalaia.windows', {
  railUnfolded: false,
  sideFolded: false,
  sideTab: 'alarms',
  dashboardOpen: false,
  listOpen: false,
});

const change = (changed: Partial<AdminWindows>) => adminWindows.set({ ...adminWindows.get(), ...changed });

export const toggleRail = () => change({ railUnfolded: !adminWindows.get().railUnfolded });

export const toggleSide = () => change({ sideFolded: !adminWindows.get().sideFolded });

/** Brings a tab of the right panel to the front, and unfolds the panel. */
export const showTab = (sideTab: SideTab) => change({ sideTab, sideFolded: false });

export const toggleList = () => change({ listOpen: !adminWindows.get().listOpen });

export const toggleDashboard = () => change({ dashboardOpen: !adminWindows.get().dashboardOpen });

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
