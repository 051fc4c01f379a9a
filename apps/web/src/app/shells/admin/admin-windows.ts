/** Which parts of the admin screen are folded, and which tab is in front, remembered by the browser. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type SideTab = 'events' | 'sinisters';

interface AdminWindows {
  readonly railUnfolded: boolean;
  readonly sideFolded: boolean;
  readonly sideTab: SideTab;
  readonly dashboardOpen: boolean;
  readonly toggleRail: () => void;
  readonly toggleSide: () => void;
  /** Brings a tab of the right panel to the front, and unfolds the panel. */
  readonly showTab: (tab: SideTab) => void;
  readonly toggleDashboard: () => void;
}

export const useAdminWindows = create<AdminWindows>()(
  persist(
    (set) => ({
      railUnfolded: false,
      sideFolded: false,
      sideTab: 'events',
      dashboardOpen: false,
      toggleRail: () => set(({ railUnfolded }) => ({ railUnfolded: !railUnfolded })),
      toggleSide: () => set(({ sideFolded }) => ({ sideFolded: !sideFolded })),
      showTab: (sideTab) => set({ sideTab, sideFolded: false }),
      toggleDashboard: () => set(({ dashboardOpen }) => ({ dashboardOpen: !dashboardOpen })),
    }),
    { name: 'atalaia.windows' },
  ),
);
