import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  listMemorySchema,
  SubViewContext,
  type SubViewPlace,
  subViewSchema,
} from '../../../resources/sub-view.ts';

/**
 * Keeps what is open over a list in the state of the page's entry in the history: a reload shows it again, and Back leads
 * from it to the list, and from there to the map. It always lies right above its list, so that closing it is going back.
 */
export function SubViewInHistory({ children }: { readonly children: ReactNode }) {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const { subView, list } = (state ?? {}) as { readonly subView?: unknown; readonly list?: unknown };
  const shown = subViewSchema.safeParse(subView).data ?? null;
  const place: SubViewPlace = {
    shown,
    show(subView) {
      const next = { subView, list: entryState().usr?.list };
      void navigate(pathname, { state: next, replace: shown !== null });
    },
    close: () => shown && void navigate(-1),
    list: listMemorySchema.safeParse(list).data ?? null,
    // Beside the router: the page shows it already, and is not to be drawn again for every letter of a search.
    saveList(memory) {
      const entry = entryState();
      window.history.replaceState({ ...entry, usr: { ...entry.usr, list: memory } }, '');
    },
  };
  return <SubViewContext value={place}>{children}</SubViewContext>;
}

/** The history's entry as the router writes it: under `usr` what a page gives it to keep. */
function entryState(): { readonly usr?: { readonly list?: unknown } } {
  return window.history.state ?? {};
}
