/** What a person set on the tab of sinisters, for as long as the page lives. */
import type { OpeningType } from '@atalaia/domain/catalog/sinister-kinds';
import { createStore } from '../../lib/store/store.ts';

interface SinistersView {
  /** Opening types shown; none chosen shows all. */
  readonly types: readonly OpeningType[];
  /** The sinister whose card is unfolded. */
  readonly unfoldedId: number | null;
  /** Its form to add an occurrence is open from the first. */
  readonly isAdding: boolean;
  /** The sinister whose places and way the map shows. */
  readonly mappedId: number | null;
}

export const sinistersView = createStore<SinistersView>({
  types: [],
  unfoldedId: null,
  isAdding: false,
  mappedId: null,
});

const change = (changed: Partial<SinistersView>) => sinistersView.set({ ...sinistersView.get(), ...changed });

export const chooseTypes = (types: readonly OpeningType[]) => change({ types });

export function toggleCard(sinisterId: number): void {
  const chosen = sinistersView.get().unfoldedId === sinisterId ? null : sinisterId;
  change({ unfoldedId: chosen, isAdding: false, mappedId: chosen });
}

/** Unfolds a sinister's card, whatever the filter hid. */
export const revealCard = (sinisterId: number) =>
  change({ types: [], unfoldedId: sinisterId, isAdding: false, mappedId: sinisterId || null });

/** Unfolds a sinister's card with the form to add an occurrence. */
export const addToCard = (sinisterId: number) =>
  change({ unfoldedId: sinisterId, isAdding: true, mappedId: sinisterId });

export const showOnMap = (mappedId: number | null) => change({ mappedId });
