/** What a person set on the event panel, for as long as the page lives. */
import { create } from 'zustand';

interface EventsView {
  /** Types shown; none chosen shows all. */
  readonly types: readonly string[];
  readonly chooseTypes: (types: readonly string[]) => void;
}

export const useEventsView = create<EventsView>()((set) => ({
  types: [],
  chooseTypes: (types) => set({ types }),
}));
