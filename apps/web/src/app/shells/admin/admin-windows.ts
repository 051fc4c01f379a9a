/** Which parts of the admin screen are folded, remembered by the browser. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface AdminWindows {
  readonly railUnfolded: boolean;
  readonly sideFolded: boolean;
  readonly dashboardOpen: boolean;
  readonly toggleRail: () => void;
  readonly toggleSide: () => void;
  readonly toggleDashboard: () => void;
}

export const useAdminWindows = create<AdminWindows>()(
  persist(
    (set) => ({
      railUnfolded: false,
      sideFolded: false,
      dashboardOpen: false,
      toggleRail: () => set(({ railUnfolded }) => ({ railUnfolded: !railUnfolded })),
      toggleSide: () => set(({ sideFolded }) => ({ sideFolded: !sideFolded })),
      toggleDashboard: () => set(({ dashboardOpen }) => ({ dashboardOpen: !dashboardOpen })),
    }),
    { name: 'atalaia.windows' },
  ),
);
