/** Which parts of the admin screen are folded, remembered by the browser. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface AdminWindows {
  readonly railUnfolded: boolean;
  readonly sideFolded: boolean;
  readonly toggleRail: () => void;
  readonly toggleSide: () => void;
}

export const useAdminWindows = create<AdminWindows>()(
  persist(
    (set) => ({
      railUnfolded: false,
      sideFolded: false,
      toggleRail: () => set(({ railUnfolded }) => ({ railUnfolded: !railUnfolded })),
      toggleSide: () => set(({ sideFolded }) => ({ sideFolded: !sideFolded })),
    }),
    { name: 'atalaia.windows' },
  ),
);
