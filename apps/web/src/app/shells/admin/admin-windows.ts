/** Which parts of the admin screen are folded, and which tab is in front, remembered by the browser. */
import { createRememberedStore } from '../../../lib/store/remembered-store.ts';

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

export const toggleDashboard = () => change({ dashboardOpen: !adminWindows.get().dashboardOpen });

export const toggleList = () => change({ listOpen: !adminWindows.get().listOpen });
