/** What a person set on the tab of sinisters, for as long as the page lives. */
import type { OpeningType } from '@atalaia/domain/sinister-kinds';
import { create } from 'zustand';

interface SinistersView {
  /** Opening types shown; none chosen shows all. */
  readonly types: readonly OpeningType[];
  /** The case whose card is unfolded. */
  readonly unfoldedId: number | null;
  /** The case whose places and way the map shows. */
  readonly mappedId: number | null;
  readonly chooseTypes: (types: readonly OpeningType[]) => void;
  readonly toggle: (sinisterId: number) => void;
  /** Unfolds a case's card, whatever the filter hid. */
  readonly reveal: (sinisterId: number) => void;
  readonly showOnMap: (sinisterId: number | null) => void;
}

export const useSinistersView = create<SinistersView>()((set) => ({
  types: [],
  unfoldedId: null,
  mappedId: null,
  chooseTypes: (types) => set({ types }),
  toggle: (sinisterId) =>
    set(({ unfoldedId }) => {
      const chosen = unfoldedId === sinisterId ? null : sinisterId;
      return { unfoldedId: chosen, mappedId: chosen };
    }),
  reveal: (sinisterId) => set({ types: [], unfoldedId: sinisterId, mappedId: sinisterId || null }),
  showOnMap: (mappedId) => set({ mappedId }),
}));
