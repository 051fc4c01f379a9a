/** What a person set on the tab of sinisters, for as long as the page lives. */
import type { OpeningType } from '@atalaia/domain/sinister-kinds';
import { create } from 'zustand';

interface SinistersView {
  /** Opening types shown; none chosen shows all. */
  readonly types: readonly OpeningType[];
  /** The case whose card is unfolded. */
  readonly unfoldedId: number | null;
  readonly chooseTypes: (types: readonly OpeningType[]) => void;
  readonly toggle: (sinisterId: number) => void;
  /** Unfolds a case's card, whatever the filter hid. */
  readonly reveal: (sinisterId: number) => void;
}

export const useSinistersView = create<SinistersView>()((set) => ({
  types: [],
  unfoldedId: null,
  chooseTypes: (types) => set({ types }),
  toggle: (sinisterId) =>
    set(({ unfoldedId }) => ({ unfoldedId: unfoldedId === sinisterId ? null : sinisterId })),
  reveal: (sinisterId) => set({ types: [], unfoldedId: sinisterId }),
}));
