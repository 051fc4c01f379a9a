import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  SubViewContext,
  type SubViewPlace,
  subViewSchema,
} from '../../../features/registers/sub-view/sub-view.ts';

/**
 * Keeps what is open over a list in the state of the page's entry in the history: a reload shows it again, and Back leads
 * from it to the list, and from there to the map. It always lies right above its list, so that closing it is going back.
 */
export function SubViewInHistory({ children }: { readonly children: ReactNode }) {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const shown = subViewSchema.safeParse((state as { subView?: unknown } | null)?.subView).data ?? null;
  const place: SubViewPlace = {
    shown,
    show: (subView) => void navigate(pathname, { state: { subView }, replace: shown !== null }),
    close: () => shown && void navigate(-1),
  };
  return <SubViewContext value={place}>{children}</SubViewContext>;
}
