/** What a person set on the tab of sinisters, for as long as the page lives. */
import type { OpeningType } from '@atalaia/domain/catalog/sinister-kinds';
import { createStore } from '../../lib/store/store.ts';

interface SinistersView {
  /** Opening types shown; none chosen shows all. */
  readonly types: readonly OpeningType[];
  /** The sinister whose card is unfolded. */
  readonly unfoldedId: number | null;
  /** The sinister whose places and way the map shows. */
  readonly mappedId: number | null;
}

export const sinistersView = createStore<SinistersView>({ types: [], unfoldedId: null, mappedId: null });

const change = (changed: Partial<SinistersView>) => sinistersView.set({ ...sinistersView.get(), ...changed });

export const chooseTypes = (types: readonly OpeningType[]) => change({ types });

export function toggleCard(sinisterId: number): void {
  const chosen = sinistersView.get().unfoldedId === sinisterId ? null : sinisterId;
  change({ unfoldedId: chosen, mappedId: chosen });
}

/** Unfolds a sinister's card, whatever the filter hid. */
export const revealCard = (sinisterId: number) =>
  change({ types: [], unfoldedId: sinisterId, mappedId: sinisterId || null });

export const showOnMap = (mappedId: number | null) => change({ mappedId });
