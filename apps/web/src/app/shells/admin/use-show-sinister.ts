import { useSinistersView } from '../../../features/sinisters/sinisters-view-store.ts';
import { useAdminWindows } from './admin-windows.ts';

/** Brings an open sinister to the front: its tab of the right panel, its card unfolded (PANEL-06). */
export function useShowSinister(): (sinisterId: number) => void {
  const { showTab } = useAdminWindows();
  const { reveal } = useSinistersView();
  return (sinisterId) => {
    reveal(sinisterId);
    showTab('sinisters');
  };
}
